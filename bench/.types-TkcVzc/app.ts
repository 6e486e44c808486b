import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { hc } from 'hono/client'
import * as z from 'zod'

const app = new Hono()

const note0 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input0 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create0 = new Hono().post('/', zValidator('json', input0), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note0> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note1 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input1 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create1 = new Hono().post('/', zValidator('json', input1), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note1> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note2 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input2 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create2 = new Hono().post('/', zValidator('json', input2), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note2> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note3 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input3 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create3 = new Hono().post('/', zValidator('json', input3), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note3> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note4 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input4 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create4 = new Hono().post('/', zValidator('json', input4), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note4> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note5 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input5 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create5 = new Hono().post('/', zValidator('json', input5), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note5> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note6 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input6 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create6 = new Hono().post('/', zValidator('json', input6), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note6> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note7 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input7 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create7 = new Hono().post('/', zValidator('json', input7), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note7> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note8 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input8 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create8 = new Hono().post('/', zValidator('json', input8), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note8> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note9 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input9 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create9 = new Hono().post('/', zValidator('json', input9), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note9> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note10 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input10 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create10 = new Hono().post('/', zValidator('json', input10), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note10> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note11 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input11 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create11 = new Hono().post('/', zValidator('json', input11), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note11> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note12 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input12 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create12 = new Hono().post('/', zValidator('json', input12), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note12> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note13 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input13 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create13 = new Hono().post('/', zValidator('json', input13), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note13> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note14 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input14 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create14 = new Hono().post('/', zValidator('json', input14), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note14> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note15 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input15 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create15 = new Hono().post('/', zValidator('json', input15), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note15> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note16 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input16 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create16 = new Hono().post('/', zValidator('json', input16), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note16> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note17 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input17 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create17 = new Hono().post('/', zValidator('json', input17), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note17> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note18 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input18 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create18 = new Hono().post('/', zValidator('json', input18), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note18> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note19 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input19 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create19 = new Hono().post('/', zValidator('json', input19), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note19> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note20 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input20 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create20 = new Hono().post('/', zValidator('json', input20), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note20> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note21 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input21 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create21 = new Hono().post('/', zValidator('json', input21), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note21> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note22 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input22 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create22 = new Hono().post('/', zValidator('json', input22), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note22> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note23 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input23 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create23 = new Hono().post('/', zValidator('json', input23), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note23> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note24 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input24 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create24 = new Hono().post('/', zValidator('json', input24), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note24> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note25 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input25 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create25 = new Hono().post('/', zValidator('json', input25), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note25> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note26 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input26 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create26 = new Hono().post('/', zValidator('json', input26), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note26> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note27 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input27 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create27 = new Hono().post('/', zValidator('json', input27), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note27> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note28 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input28 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create28 = new Hono().post('/', zValidator('json', input28), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note28> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note29 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input29 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create29 = new Hono().post('/', zValidator('json', input29), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note29> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note30 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input30 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create30 = new Hono().post('/', zValidator('json', input30), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note30> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note31 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input31 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create31 = new Hono().post('/', zValidator('json', input31), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note31> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note32 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input32 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create32 = new Hono().post('/', zValidator('json', input32), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note32> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note33 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input33 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create33 = new Hono().post('/', zValidator('json', input33), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note33> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note34 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input34 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create34 = new Hono().post('/', zValidator('json', input34), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note34> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note35 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input35 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create35 = new Hono().post('/', zValidator('json', input35), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note35> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note36 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input36 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create36 = new Hono().post('/', zValidator('json', input36), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note36> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note37 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input37 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create37 = new Hono().post('/', zValidator('json', input37), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note37> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note38 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input38 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create38 = new Hono().post('/', zValidator('json', input38), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note38> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note39 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input39 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create39 = new Hono().post('/', zValidator('json', input39), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note39> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note40 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input40 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create40 = new Hono().post('/', zValidator('json', input40), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note40> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note41 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input41 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create41 = new Hono().post('/', zValidator('json', input41), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note41> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note42 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input42 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create42 = new Hono().post('/', zValidator('json', input42), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note42> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note43 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input43 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create43 = new Hono().post('/', zValidator('json', input43), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note43> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note44 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input44 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create44 = new Hono().post('/', zValidator('json', input44), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note44> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note45 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input45 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create45 = new Hono().post('/', zValidator('json', input45), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note45> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note46 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input46 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create46 = new Hono().post('/', zValidator('json', input46), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note46> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note47 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input47 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create47 = new Hono().post('/', zValidator('json', input47), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note47> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note48 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input48 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create48 = new Hono().post('/', zValidator('json', input48), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note48> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note49 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input49 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create49 = new Hono().post('/', zValidator('json', input49), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note49> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note50 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input50 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create50 = new Hono().post('/', zValidator('json', input50), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note50> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note51 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input51 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create51 = new Hono().post('/', zValidator('json', input51), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note51> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note52 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input52 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create52 = new Hono().post('/', zValidator('json', input52), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note52> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note53 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input53 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create53 = new Hono().post('/', zValidator('json', input53), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note53> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note54 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input54 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create54 = new Hono().post('/', zValidator('json', input54), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note54> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note55 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input55 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create55 = new Hono().post('/', zValidator('json', input55), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note55> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note56 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input56 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create56 = new Hono().post('/', zValidator('json', input56), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note56> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note57 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input57 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create57 = new Hono().post('/', zValidator('json', input57), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note57> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note58 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input58 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create58 = new Hono().post('/', zValidator('json', input58), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note58> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note59 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input59 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create59 = new Hono().post('/', zValidator('json', input59), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note59> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note60 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input60 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create60 = new Hono().post('/', zValidator('json', input60), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note60> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note61 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input61 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create61 = new Hono().post('/', zValidator('json', input61), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note61> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note62 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input62 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create62 = new Hono().post('/', zValidator('json', input62), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note62> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note63 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input63 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create63 = new Hono().post('/', zValidator('json', input63), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note63> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note64 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input64 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create64 = new Hono().post('/', zValidator('json', input64), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note64> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note65 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input65 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create65 = new Hono().post('/', zValidator('json', input65), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note65> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note66 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input66 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create66 = new Hono().post('/', zValidator('json', input66), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note66> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note67 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input67 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create67 = new Hono().post('/', zValidator('json', input67), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note67> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note68 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input68 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create68 = new Hono().post('/', zValidator('json', input68), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note68> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note69 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input69 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create69 = new Hono().post('/', zValidator('json', input69), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note69> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note70 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input70 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create70 = new Hono().post('/', zValidator('json', input70), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note70> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note71 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input71 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create71 = new Hono().post('/', zValidator('json', input71), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note71> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note72 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input72 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create72 = new Hono().post('/', zValidator('json', input72), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note72> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note73 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input73 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create73 = new Hono().post('/', zValidator('json', input73), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note73> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note74 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input74 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create74 = new Hono().post('/', zValidator('json', input74), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note74> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note75 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input75 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create75 = new Hono().post('/', zValidator('json', input75), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note75> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note76 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input76 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create76 = new Hono().post('/', zValidator('json', input76), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note76> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note77 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input77 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create77 = new Hono().post('/', zValidator('json', input77), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note77> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note78 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input78 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create78 = new Hono().post('/', zValidator('json', input78), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note78> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note79 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input79 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create79 = new Hono().post('/', zValidator('json', input79), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note79> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note80 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input80 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create80 = new Hono().post('/', zValidator('json', input80), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note80> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note81 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input81 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create81 = new Hono().post('/', zValidator('json', input81), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note81> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note82 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input82 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create82 = new Hono().post('/', zValidator('json', input82), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note82> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note83 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input83 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create83 = new Hono().post('/', zValidator('json', input83), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note83> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note84 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input84 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create84 = new Hono().post('/', zValidator('json', input84), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note84> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note85 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input85 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create85 = new Hono().post('/', zValidator('json', input85), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note85> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note86 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input86 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create86 = new Hono().post('/', zValidator('json', input86), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note86> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note87 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input87 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create87 = new Hono().post('/', zValidator('json', input87), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note87> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note88 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input88 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create88 = new Hono().post('/', zValidator('json', input88), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note88> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note89 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input89 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create89 = new Hono().post('/', zValidator('json', input89), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note89> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note90 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input90 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create90 = new Hono().post('/', zValidator('json', input90), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note90> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note91 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input91 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create91 = new Hono().post('/', zValidator('json', input91), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note91> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note92 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input92 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create92 = new Hono().post('/', zValidator('json', input92), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note92> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note93 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input93 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create93 = new Hono().post('/', zValidator('json', input93), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note93> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note94 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input94 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create94 = new Hono().post('/', zValidator('json', input94), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note94> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note95 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input95 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create95 = new Hono().post('/', zValidator('json', input95), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note95> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note96 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input96 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create96 = new Hono().post('/', zValidator('json', input96), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note96> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note97 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input97 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create97 = new Hono().post('/', zValidator('json', input97), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note97> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note98 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input98 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create98 = new Hono().post('/', zValidator('json', input98), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note98> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note99 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input99 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create99 = new Hono().post('/', zValidator('json', input99), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note99> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note100 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input100 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create100 = new Hono().post('/', zValidator('json', input100), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note100> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note101 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input101 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create101 = new Hono().post('/', zValidator('json', input101), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note101> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note102 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input102 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create102 = new Hono().post('/', zValidator('json', input102), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note102> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note103 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input103 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create103 = new Hono().post('/', zValidator('json', input103), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note103> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note104 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input104 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create104 = new Hono().post('/', zValidator('json', input104), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note104> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note105 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input105 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create105 = new Hono().post('/', zValidator('json', input105), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note105> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note106 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input106 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create106 = new Hono().post('/', zValidator('json', input106), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note106> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note107 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input107 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create107 = new Hono().post('/', zValidator('json', input107), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note107> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note108 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input108 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create108 = new Hono().post('/', zValidator('json', input108), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note108> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note109 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input109 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create109 = new Hono().post('/', zValidator('json', input109), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note109> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note110 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input110 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create110 = new Hono().post('/', zValidator('json', input110), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note110> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note111 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input111 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create111 = new Hono().post('/', zValidator('json', input111), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note111> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note112 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input112 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create112 = new Hono().post('/', zValidator('json', input112), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note112> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note113 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input113 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create113 = new Hono().post('/', zValidator('json', input113), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note113> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note114 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input114 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create114 = new Hono().post('/', zValidator('json', input114), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note114> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note115 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input115 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create115 = new Hono().post('/', zValidator('json', input115), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note115> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note116 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input116 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create116 = new Hono().post('/', zValidator('json', input116), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note116> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note117 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input117 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create117 = new Hono().post('/', zValidator('json', input117), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note117> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note118 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input118 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create118 = new Hono().post('/', zValidator('json', input118), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note118> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note119 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input119 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create119 = new Hono().post('/', zValidator('json', input119), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note119> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note120 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input120 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create120 = new Hono().post('/', zValidator('json', input120), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note120> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note121 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input121 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create121 = new Hono().post('/', zValidator('json', input121), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note121> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note122 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input122 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create122 = new Hono().post('/', zValidator('json', input122), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note122> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note123 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input123 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create123 = new Hono().post('/', zValidator('json', input123), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note123> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note124 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input124 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create124 = new Hono().post('/', zValidator('json', input124), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note124> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note125 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input125 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create125 = new Hono().post('/', zValidator('json', input125), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note125> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note126 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input126 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create126 = new Hono().post('/', zValidator('json', input126), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note126> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note127 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input127 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create127 = new Hono().post('/', zValidator('json', input127), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note127> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note128 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input128 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create128 = new Hono().post('/', zValidator('json', input128), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note128> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note129 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input129 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create129 = new Hono().post('/', zValidator('json', input129), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note129> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note130 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input130 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create130 = new Hono().post('/', zValidator('json', input130), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note130> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note131 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input131 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create131 = new Hono().post('/', zValidator('json', input131), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note131> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note132 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input132 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create132 = new Hono().post('/', zValidator('json', input132), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note132> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note133 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input133 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create133 = new Hono().post('/', zValidator('json', input133), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note133> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note134 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input134 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create134 = new Hono().post('/', zValidator('json', input134), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note134> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note135 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input135 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create135 = new Hono().post('/', zValidator('json', input135), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note135> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note136 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input136 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create136 = new Hono().post('/', zValidator('json', input136), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note136> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note137 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input137 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create137 = new Hono().post('/', zValidator('json', input137), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note137> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note138 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input138 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create138 = new Hono().post('/', zValidator('json', input138), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note138> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note139 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input139 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create139 = new Hono().post('/', zValidator('json', input139), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note139> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note140 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input140 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create140 = new Hono().post('/', zValidator('json', input140), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note140> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note141 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input141 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create141 = new Hono().post('/', zValidator('json', input141), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note141> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note142 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input142 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create142 = new Hono().post('/', zValidator('json', input142), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note142> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note143 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input143 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create143 = new Hono().post('/', zValidator('json', input143), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note143> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note144 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input144 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create144 = new Hono().post('/', zValidator('json', input144), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note144> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note145 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input145 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create145 = new Hono().post('/', zValidator('json', input145), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note145> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note146 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input146 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create146 = new Hono().post('/', zValidator('json', input146), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note146> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note147 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input147 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create147 = new Hono().post('/', zValidator('json', input147), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note147> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note148 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input148 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create148 = new Hono().post('/', zValidator('json', input148), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note148> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note149 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input149 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create149 = new Hono().post('/', zValidator('json', input149), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note149> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note150 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input150 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create150 = new Hono().post('/', zValidator('json', input150), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note150> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note151 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input151 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create151 = new Hono().post('/', zValidator('json', input151), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note151> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note152 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input152 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create152 = new Hono().post('/', zValidator('json', input152), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note152> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note153 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input153 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create153 = new Hono().post('/', zValidator('json', input153), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note153> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note154 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input154 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create154 = new Hono().post('/', zValidator('json', input154), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note154> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note155 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input155 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create155 = new Hono().post('/', zValidator('json', input155), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note155> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note156 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input156 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create156 = new Hono().post('/', zValidator('json', input156), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note156> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note157 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input157 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create157 = new Hono().post('/', zValidator('json', input157), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note157> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note158 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input158 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create158 = new Hono().post('/', zValidator('json', input158), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note158> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note159 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input159 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create159 = new Hono().post('/', zValidator('json', input159), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note159> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note160 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input160 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create160 = new Hono().post('/', zValidator('json', input160), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note160> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note161 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input161 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create161 = new Hono().post('/', zValidator('json', input161), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note161> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note162 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input162 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create162 = new Hono().post('/', zValidator('json', input162), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note162> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note163 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input163 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create163 = new Hono().post('/', zValidator('json', input163), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note163> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note164 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input164 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create164 = new Hono().post('/', zValidator('json', input164), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note164> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note165 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input165 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create165 = new Hono().post('/', zValidator('json', input165), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note165> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note166 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input166 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create166 = new Hono().post('/', zValidator('json', input166), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note166> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note167 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input167 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create167 = new Hono().post('/', zValidator('json', input167), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note167> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note168 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input168 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create168 = new Hono().post('/', zValidator('json', input168), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note168> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note169 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input169 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create169 = new Hono().post('/', zValidator('json', input169), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note169> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note170 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input170 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create170 = new Hono().post('/', zValidator('json', input170), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note170> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note171 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input171 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create171 = new Hono().post('/', zValidator('json', input171), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note171> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note172 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input172 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create172 = new Hono().post('/', zValidator('json', input172), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note172> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note173 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input173 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create173 = new Hono().post('/', zValidator('json', input173), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note173> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note174 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input174 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create174 = new Hono().post('/', zValidator('json', input174), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note174> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note175 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input175 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create175 = new Hono().post('/', zValidator('json', input175), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note175> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note176 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input176 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create176 = new Hono().post('/', zValidator('json', input176), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note176> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note177 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input177 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create177 = new Hono().post('/', zValidator('json', input177), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note177> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note178 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input178 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create178 = new Hono().post('/', zValidator('json', input178), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note178> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note179 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input179 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create179 = new Hono().post('/', zValidator('json', input179), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note179> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note180 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input180 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create180 = new Hono().post('/', zValidator('json', input180), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note180> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note181 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input181 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create181 = new Hono().post('/', zValidator('json', input181), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note181> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note182 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input182 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create182 = new Hono().post('/', zValidator('json', input182), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note182> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note183 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input183 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create183 = new Hono().post('/', zValidator('json', input183), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note183> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note184 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input184 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create184 = new Hono().post('/', zValidator('json', input184), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note184> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note185 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input185 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create185 = new Hono().post('/', zValidator('json', input185), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note185> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note186 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input186 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create186 = new Hono().post('/', zValidator('json', input186), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note186> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note187 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input187 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create187 = new Hono().post('/', zValidator('json', input187), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note187> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note188 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input188 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create188 = new Hono().post('/', zValidator('json', input188), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note188> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note189 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input189 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create189 = new Hono().post('/', zValidator('json', input189), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note189> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note190 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input190 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create190 = new Hono().post('/', zValidator('json', input190), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note190> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note191 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input191 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create191 = new Hono().post('/', zValidator('json', input191), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note191> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note192 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input192 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create192 = new Hono().post('/', zValidator('json', input192), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note192> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note193 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input193 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create193 = new Hono().post('/', zValidator('json', input193), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note193> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note194 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input194 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create194 = new Hono().post('/', zValidator('json', input194), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note194> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note195 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input195 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create195 = new Hono().post('/', zValidator('json', input195), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note195> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note196 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input196 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create196 = new Hono().post('/', zValidator('json', input196), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note196> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note197 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input197 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create197 = new Hono().post('/', zValidator('json', input197), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note197> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note198 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input198 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create198 = new Hono().post('/', zValidator('json', input198), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note198> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})

const note199 = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input199 = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })
const create199 = new Hono().post('/', zValidator('json', input199), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note199> = { id: input.team.length, title: input.title, text: input.text }
  return c.json(made, 201)
})
const all = app
  .route('/notes0', create0)
  .route('/notes1', create1)
  .route('/notes2', create2)
  .route('/notes3', create3)
  .route('/notes4', create4)
  .route('/notes5', create5)
  .route('/notes6', create6)
  .route('/notes7', create7)
  .route('/notes8', create8)
  .route('/notes9', create9)
  .route('/notes10', create10)
  .route('/notes11', create11)
  .route('/notes12', create12)
  .route('/notes13', create13)
  .route('/notes14', create14)
  .route('/notes15', create15)
  .route('/notes16', create16)
  .route('/notes17', create17)
  .route('/notes18', create18)
  .route('/notes19', create19)
  .route('/notes20', create20)
  .route('/notes21', create21)
  .route('/notes22', create22)
  .route('/notes23', create23)
  .route('/notes24', create24)
  .route('/notes25', create25)
  .route('/notes26', create26)
  .route('/notes27', create27)
  .route('/notes28', create28)
  .route('/notes29', create29)
  .route('/notes30', create30)
  .route('/notes31', create31)
  .route('/notes32', create32)
  .route('/notes33', create33)
  .route('/notes34', create34)
  .route('/notes35', create35)
  .route('/notes36', create36)
  .route('/notes37', create37)
  .route('/notes38', create38)
  .route('/notes39', create39)
  .route('/notes40', create40)
  .route('/notes41', create41)
  .route('/notes42', create42)
  .route('/notes43', create43)
  .route('/notes44', create44)
  .route('/notes45', create45)
  .route('/notes46', create46)
  .route('/notes47', create47)
  .route('/notes48', create48)
  .route('/notes49', create49)
  .route('/notes50', create50)
  .route('/notes51', create51)
  .route('/notes52', create52)
  .route('/notes53', create53)
  .route('/notes54', create54)
  .route('/notes55', create55)
  .route('/notes56', create56)
  .route('/notes57', create57)
  .route('/notes58', create58)
  .route('/notes59', create59)
  .route('/notes60', create60)
  .route('/notes61', create61)
  .route('/notes62', create62)
  .route('/notes63', create63)
  .route('/notes64', create64)
  .route('/notes65', create65)
  .route('/notes66', create66)
  .route('/notes67', create67)
  .route('/notes68', create68)
  .route('/notes69', create69)
  .route('/notes70', create70)
  .route('/notes71', create71)
  .route('/notes72', create72)
  .route('/notes73', create73)
  .route('/notes74', create74)
  .route('/notes75', create75)
  .route('/notes76', create76)
  .route('/notes77', create77)
  .route('/notes78', create78)
  .route('/notes79', create79)
  .route('/notes80', create80)
  .route('/notes81', create81)
  .route('/notes82', create82)
  .route('/notes83', create83)
  .route('/notes84', create84)
  .route('/notes85', create85)
  .route('/notes86', create86)
  .route('/notes87', create87)
  .route('/notes88', create88)
  .route('/notes89', create89)
  .route('/notes90', create90)
  .route('/notes91', create91)
  .route('/notes92', create92)
  .route('/notes93', create93)
  .route('/notes94', create94)
  .route('/notes95', create95)
  .route('/notes96', create96)
  .route('/notes97', create97)
  .route('/notes98', create98)
  .route('/notes99', create99)
  .route('/notes100', create100)
  .route('/notes101', create101)
  .route('/notes102', create102)
  .route('/notes103', create103)
  .route('/notes104', create104)
  .route('/notes105', create105)
  .route('/notes106', create106)
  .route('/notes107', create107)
  .route('/notes108', create108)
  .route('/notes109', create109)
  .route('/notes110', create110)
  .route('/notes111', create111)
  .route('/notes112', create112)
  .route('/notes113', create113)
  .route('/notes114', create114)
  .route('/notes115', create115)
  .route('/notes116', create116)
  .route('/notes117', create117)
  .route('/notes118', create118)
  .route('/notes119', create119)
  .route('/notes120', create120)
  .route('/notes121', create121)
  .route('/notes122', create122)
  .route('/notes123', create123)
  .route('/notes124', create124)
  .route('/notes125', create125)
  .route('/notes126', create126)
  .route('/notes127', create127)
  .route('/notes128', create128)
  .route('/notes129', create129)
  .route('/notes130', create130)
  .route('/notes131', create131)
  .route('/notes132', create132)
  .route('/notes133', create133)
  .route('/notes134', create134)
  .route('/notes135', create135)
  .route('/notes136', create136)
  .route('/notes137', create137)
  .route('/notes138', create138)
  .route('/notes139', create139)
  .route('/notes140', create140)
  .route('/notes141', create141)
  .route('/notes142', create142)
  .route('/notes143', create143)
  .route('/notes144', create144)
  .route('/notes145', create145)
  .route('/notes146', create146)
  .route('/notes147', create147)
  .route('/notes148', create148)
  .route('/notes149', create149)
  .route('/notes150', create150)
  .route('/notes151', create151)
  .route('/notes152', create152)
  .route('/notes153', create153)
  .route('/notes154', create154)
  .route('/notes155', create155)
  .route('/notes156', create156)
  .route('/notes157', create157)
  .route('/notes158', create158)
  .route('/notes159', create159)
  .route('/notes160', create160)
  .route('/notes161', create161)
  .route('/notes162', create162)
  .route('/notes163', create163)
  .route('/notes164', create164)
  .route('/notes165', create165)
  .route('/notes166', create166)
  .route('/notes167', create167)
  .route('/notes168', create168)
  .route('/notes169', create169)
  .route('/notes170', create170)
  .route('/notes171', create171)
  .route('/notes172', create172)
  .route('/notes173', create173)
  .route('/notes174', create174)
  .route('/notes175', create175)
  .route('/notes176', create176)
  .route('/notes177', create177)
  .route('/notes178', create178)
  .route('/notes179', create179)
  .route('/notes180', create180)
  .route('/notes181', create181)
  .route('/notes182', create182)
  .route('/notes183', create183)
  .route('/notes184', create184)
  .route('/notes185', create185)
  .route('/notes186', create186)
  .route('/notes187', create187)
  .route('/notes188', create188)
  .route('/notes189', create189)
  .route('/notes190', create190)
  .route('/notes191', create191)
  .route('/notes192', create192)
  .route('/notes193', create193)
  .route('/notes194', create194)
  .route('/notes195', create195)
  .route('/notes196', create196)
  .route('/notes197', create197)
  .route('/notes198', create198)
  .route('/notes199', create199)
const api = hc<typeof all>('http://localhost')
const answer0 = await api.notes0.$post({ json: { team: 'red', title: '', text: '' } })
export const id0: number | undefined = answer0.status === 201 ? (await answer0.json()).id : undefined
const answer1 = await api.notes1.$post({ json: { team: 'red', title: '', text: '' } })
export const id1: number | undefined = answer1.status === 201 ? (await answer1.json()).id : undefined
const answer2 = await api.notes2.$post({ json: { team: 'red', title: '', text: '' } })
export const id2: number | undefined = answer2.status === 201 ? (await answer2.json()).id : undefined
const answer3 = await api.notes3.$post({ json: { team: 'red', title: '', text: '' } })
export const id3: number | undefined = answer3.status === 201 ? (await answer3.json()).id : undefined
const answer4 = await api.notes4.$post({ json: { team: 'red', title: '', text: '' } })
export const id4: number | undefined = answer4.status === 201 ? (await answer4.json()).id : undefined
const answer5 = await api.notes5.$post({ json: { team: 'red', title: '', text: '' } })
export const id5: number | undefined = answer5.status === 201 ? (await answer5.json()).id : undefined
const answer6 = await api.notes6.$post({ json: { team: 'red', title: '', text: '' } })
export const id6: number | undefined = answer6.status === 201 ? (await answer6.json()).id : undefined
const answer7 = await api.notes7.$post({ json: { team: 'red', title: '', text: '' } })
export const id7: number | undefined = answer7.status === 201 ? (await answer7.json()).id : undefined
const answer8 = await api.notes8.$post({ json: { team: 'red', title: '', text: '' } })
export const id8: number | undefined = answer8.status === 201 ? (await answer8.json()).id : undefined
const answer9 = await api.notes9.$post({ json: { team: 'red', title: '', text: '' } })
export const id9: number | undefined = answer9.status === 201 ? (await answer9.json()).id : undefined
const answer10 = await api.notes10.$post({ json: { team: 'red', title: '', text: '' } })
export const id10: number | undefined = answer10.status === 201 ? (await answer10.json()).id : undefined
const answer11 = await api.notes11.$post({ json: { team: 'red', title: '', text: '' } })
export const id11: number | undefined = answer11.status === 201 ? (await answer11.json()).id : undefined
const answer12 = await api.notes12.$post({ json: { team: 'red', title: '', text: '' } })
export const id12: number | undefined = answer12.status === 201 ? (await answer12.json()).id : undefined
const answer13 = await api.notes13.$post({ json: { team: 'red', title: '', text: '' } })
export const id13: number | undefined = answer13.status === 201 ? (await answer13.json()).id : undefined
const answer14 = await api.notes14.$post({ json: { team: 'red', title: '', text: '' } })
export const id14: number | undefined = answer14.status === 201 ? (await answer14.json()).id : undefined
const answer15 = await api.notes15.$post({ json: { team: 'red', title: '', text: '' } })
export const id15: number | undefined = answer15.status === 201 ? (await answer15.json()).id : undefined
const answer16 = await api.notes16.$post({ json: { team: 'red', title: '', text: '' } })
export const id16: number | undefined = answer16.status === 201 ? (await answer16.json()).id : undefined
const answer17 = await api.notes17.$post({ json: { team: 'red', title: '', text: '' } })
export const id17: number | undefined = answer17.status === 201 ? (await answer17.json()).id : undefined
const answer18 = await api.notes18.$post({ json: { team: 'red', title: '', text: '' } })
export const id18: number | undefined = answer18.status === 201 ? (await answer18.json()).id : undefined
const answer19 = await api.notes19.$post({ json: { team: 'red', title: '', text: '' } })
export const id19: number | undefined = answer19.status === 201 ? (await answer19.json()).id : undefined
const answer20 = await api.notes20.$post({ json: { team: 'red', title: '', text: '' } })
export const id20: number | undefined = answer20.status === 201 ? (await answer20.json()).id : undefined
const answer21 = await api.notes21.$post({ json: { team: 'red', title: '', text: '' } })
export const id21: number | undefined = answer21.status === 201 ? (await answer21.json()).id : undefined
const answer22 = await api.notes22.$post({ json: { team: 'red', title: '', text: '' } })
export const id22: number | undefined = answer22.status === 201 ? (await answer22.json()).id : undefined
const answer23 = await api.notes23.$post({ json: { team: 'red', title: '', text: '' } })
export const id23: number | undefined = answer23.status === 201 ? (await answer23.json()).id : undefined
const answer24 = await api.notes24.$post({ json: { team: 'red', title: '', text: '' } })
export const id24: number | undefined = answer24.status === 201 ? (await answer24.json()).id : undefined
const answer25 = await api.notes25.$post({ json: { team: 'red', title: '', text: '' } })
export const id25: number | undefined = answer25.status === 201 ? (await answer25.json()).id : undefined
const answer26 = await api.notes26.$post({ json: { team: 'red', title: '', text: '' } })
export const id26: number | undefined = answer26.status === 201 ? (await answer26.json()).id : undefined
const answer27 = await api.notes27.$post({ json: { team: 'red', title: '', text: '' } })
export const id27: number | undefined = answer27.status === 201 ? (await answer27.json()).id : undefined
const answer28 = await api.notes28.$post({ json: { team: 'red', title: '', text: '' } })
export const id28: number | undefined = answer28.status === 201 ? (await answer28.json()).id : undefined
const answer29 = await api.notes29.$post({ json: { team: 'red', title: '', text: '' } })
export const id29: number | undefined = answer29.status === 201 ? (await answer29.json()).id : undefined
const answer30 = await api.notes30.$post({ json: { team: 'red', title: '', text: '' } })
export const id30: number | undefined = answer30.status === 201 ? (await answer30.json()).id : undefined
const answer31 = await api.notes31.$post({ json: { team: 'red', title: '', text: '' } })
export const id31: number | undefined = answer31.status === 201 ? (await answer31.json()).id : undefined
const answer32 = await api.notes32.$post({ json: { team: 'red', title: '', text: '' } })
export const id32: number | undefined = answer32.status === 201 ? (await answer32.json()).id : undefined
const answer33 = await api.notes33.$post({ json: { team: 'red', title: '', text: '' } })
export const id33: number | undefined = answer33.status === 201 ? (await answer33.json()).id : undefined
const answer34 = await api.notes34.$post({ json: { team: 'red', title: '', text: '' } })
export const id34: number | undefined = answer34.status === 201 ? (await answer34.json()).id : undefined
const answer35 = await api.notes35.$post({ json: { team: 'red', title: '', text: '' } })
export const id35: number | undefined = answer35.status === 201 ? (await answer35.json()).id : undefined
const answer36 = await api.notes36.$post({ json: { team: 'red', title: '', text: '' } })
export const id36: number | undefined = answer36.status === 201 ? (await answer36.json()).id : undefined
const answer37 = await api.notes37.$post({ json: { team: 'red', title: '', text: '' } })
export const id37: number | undefined = answer37.status === 201 ? (await answer37.json()).id : undefined
const answer38 = await api.notes38.$post({ json: { team: 'red', title: '', text: '' } })
export const id38: number | undefined = answer38.status === 201 ? (await answer38.json()).id : undefined
const answer39 = await api.notes39.$post({ json: { team: 'red', title: '', text: '' } })
export const id39: number | undefined = answer39.status === 201 ? (await answer39.json()).id : undefined
const answer40 = await api.notes40.$post({ json: { team: 'red', title: '', text: '' } })
export const id40: number | undefined = answer40.status === 201 ? (await answer40.json()).id : undefined
const answer41 = await api.notes41.$post({ json: { team: 'red', title: '', text: '' } })
export const id41: number | undefined = answer41.status === 201 ? (await answer41.json()).id : undefined
const answer42 = await api.notes42.$post({ json: { team: 'red', title: '', text: '' } })
export const id42: number | undefined = answer42.status === 201 ? (await answer42.json()).id : undefined
const answer43 = await api.notes43.$post({ json: { team: 'red', title: '', text: '' } })
export const id43: number | undefined = answer43.status === 201 ? (await answer43.json()).id : undefined
const answer44 = await api.notes44.$post({ json: { team: 'red', title: '', text: '' } })
export const id44: number | undefined = answer44.status === 201 ? (await answer44.json()).id : undefined
const answer45 = await api.notes45.$post({ json: { team: 'red', title: '', text: '' } })
export const id45: number | undefined = answer45.status === 201 ? (await answer45.json()).id : undefined
const answer46 = await api.notes46.$post({ json: { team: 'red', title: '', text: '' } })
export const id46: number | undefined = answer46.status === 201 ? (await answer46.json()).id : undefined
const answer47 = await api.notes47.$post({ json: { team: 'red', title: '', text: '' } })
export const id47: number | undefined = answer47.status === 201 ? (await answer47.json()).id : undefined
const answer48 = await api.notes48.$post({ json: { team: 'red', title: '', text: '' } })
export const id48: number | undefined = answer48.status === 201 ? (await answer48.json()).id : undefined
const answer49 = await api.notes49.$post({ json: { team: 'red', title: '', text: '' } })
export const id49: number | undefined = answer49.status === 201 ? (await answer49.json()).id : undefined
const answer50 = await api.notes50.$post({ json: { team: 'red', title: '', text: '' } })
export const id50: number | undefined = answer50.status === 201 ? (await answer50.json()).id : undefined
const answer51 = await api.notes51.$post({ json: { team: 'red', title: '', text: '' } })
export const id51: number | undefined = answer51.status === 201 ? (await answer51.json()).id : undefined
const answer52 = await api.notes52.$post({ json: { team: 'red', title: '', text: '' } })
export const id52: number | undefined = answer52.status === 201 ? (await answer52.json()).id : undefined
const answer53 = await api.notes53.$post({ json: { team: 'red', title: '', text: '' } })
export const id53: number | undefined = answer53.status === 201 ? (await answer53.json()).id : undefined
const answer54 = await api.notes54.$post({ json: { team: 'red', title: '', text: '' } })
export const id54: number | undefined = answer54.status === 201 ? (await answer54.json()).id : undefined
const answer55 = await api.notes55.$post({ json: { team: 'red', title: '', text: '' } })
export const id55: number | undefined = answer55.status === 201 ? (await answer55.json()).id : undefined
const answer56 = await api.notes56.$post({ json: { team: 'red', title: '', text: '' } })
export const id56: number | undefined = answer56.status === 201 ? (await answer56.json()).id : undefined
const answer57 = await api.notes57.$post({ json: { team: 'red', title: '', text: '' } })
export const id57: number | undefined = answer57.status === 201 ? (await answer57.json()).id : undefined
const answer58 = await api.notes58.$post({ json: { team: 'red', title: '', text: '' } })
export const id58: number | undefined = answer58.status === 201 ? (await answer58.json()).id : undefined
const answer59 = await api.notes59.$post({ json: { team: 'red', title: '', text: '' } })
export const id59: number | undefined = answer59.status === 201 ? (await answer59.json()).id : undefined
const answer60 = await api.notes60.$post({ json: { team: 'red', title: '', text: '' } })
export const id60: number | undefined = answer60.status === 201 ? (await answer60.json()).id : undefined
const answer61 = await api.notes61.$post({ json: { team: 'red', title: '', text: '' } })
export const id61: number | undefined = answer61.status === 201 ? (await answer61.json()).id : undefined
const answer62 = await api.notes62.$post({ json: { team: 'red', title: '', text: '' } })
export const id62: number | undefined = answer62.status === 201 ? (await answer62.json()).id : undefined
const answer63 = await api.notes63.$post({ json: { team: 'red', title: '', text: '' } })
export const id63: number | undefined = answer63.status === 201 ? (await answer63.json()).id : undefined
const answer64 = await api.notes64.$post({ json: { team: 'red', title: '', text: '' } })
export const id64: number | undefined = answer64.status === 201 ? (await answer64.json()).id : undefined
const answer65 = await api.notes65.$post({ json: { team: 'red', title: '', text: '' } })
export const id65: number | undefined = answer65.status === 201 ? (await answer65.json()).id : undefined
const answer66 = await api.notes66.$post({ json: { team: 'red', title: '', text: '' } })
export const id66: number | undefined = answer66.status === 201 ? (await answer66.json()).id : undefined
const answer67 = await api.notes67.$post({ json: { team: 'red', title: '', text: '' } })
export const id67: number | undefined = answer67.status === 201 ? (await answer67.json()).id : undefined
const answer68 = await api.notes68.$post({ json: { team: 'red', title: '', text: '' } })
export const id68: number | undefined = answer68.status === 201 ? (await answer68.json()).id : undefined
const answer69 = await api.notes69.$post({ json: { team: 'red', title: '', text: '' } })
export const id69: number | undefined = answer69.status === 201 ? (await answer69.json()).id : undefined
const answer70 = await api.notes70.$post({ json: { team: 'red', title: '', text: '' } })
export const id70: number | undefined = answer70.status === 201 ? (await answer70.json()).id : undefined
const answer71 = await api.notes71.$post({ json: { team: 'red', title: '', text: '' } })
export const id71: number | undefined = answer71.status === 201 ? (await answer71.json()).id : undefined
const answer72 = await api.notes72.$post({ json: { team: 'red', title: '', text: '' } })
export const id72: number | undefined = answer72.status === 201 ? (await answer72.json()).id : undefined
const answer73 = await api.notes73.$post({ json: { team: 'red', title: '', text: '' } })
export const id73: number | undefined = answer73.status === 201 ? (await answer73.json()).id : undefined
const answer74 = await api.notes74.$post({ json: { team: 'red', title: '', text: '' } })
export const id74: number | undefined = answer74.status === 201 ? (await answer74.json()).id : undefined
const answer75 = await api.notes75.$post({ json: { team: 'red', title: '', text: '' } })
export const id75: number | undefined = answer75.status === 201 ? (await answer75.json()).id : undefined
const answer76 = await api.notes76.$post({ json: { team: 'red', title: '', text: '' } })
export const id76: number | undefined = answer76.status === 201 ? (await answer76.json()).id : undefined
const answer77 = await api.notes77.$post({ json: { team: 'red', title: '', text: '' } })
export const id77: number | undefined = answer77.status === 201 ? (await answer77.json()).id : undefined
const answer78 = await api.notes78.$post({ json: { team: 'red', title: '', text: '' } })
export const id78: number | undefined = answer78.status === 201 ? (await answer78.json()).id : undefined
const answer79 = await api.notes79.$post({ json: { team: 'red', title: '', text: '' } })
export const id79: number | undefined = answer79.status === 201 ? (await answer79.json()).id : undefined
const answer80 = await api.notes80.$post({ json: { team: 'red', title: '', text: '' } })
export const id80: number | undefined = answer80.status === 201 ? (await answer80.json()).id : undefined
const answer81 = await api.notes81.$post({ json: { team: 'red', title: '', text: '' } })
export const id81: number | undefined = answer81.status === 201 ? (await answer81.json()).id : undefined
const answer82 = await api.notes82.$post({ json: { team: 'red', title: '', text: '' } })
export const id82: number | undefined = answer82.status === 201 ? (await answer82.json()).id : undefined
const answer83 = await api.notes83.$post({ json: { team: 'red', title: '', text: '' } })
export const id83: number | undefined = answer83.status === 201 ? (await answer83.json()).id : undefined
const answer84 = await api.notes84.$post({ json: { team: 'red', title: '', text: '' } })
export const id84: number | undefined = answer84.status === 201 ? (await answer84.json()).id : undefined
const answer85 = await api.notes85.$post({ json: { team: 'red', title: '', text: '' } })
export const id85: number | undefined = answer85.status === 201 ? (await answer85.json()).id : undefined
const answer86 = await api.notes86.$post({ json: { team: 'red', title: '', text: '' } })
export const id86: number | undefined = answer86.status === 201 ? (await answer86.json()).id : undefined
const answer87 = await api.notes87.$post({ json: { team: 'red', title: '', text: '' } })
export const id87: number | undefined = answer87.status === 201 ? (await answer87.json()).id : undefined
const answer88 = await api.notes88.$post({ json: { team: 'red', title: '', text: '' } })
export const id88: number | undefined = answer88.status === 201 ? (await answer88.json()).id : undefined
const answer89 = await api.notes89.$post({ json: { team: 'red', title: '', text: '' } })
export const id89: number | undefined = answer89.status === 201 ? (await answer89.json()).id : undefined
const answer90 = await api.notes90.$post({ json: { team: 'red', title: '', text: '' } })
export const id90: number | undefined = answer90.status === 201 ? (await answer90.json()).id : undefined
const answer91 = await api.notes91.$post({ json: { team: 'red', title: '', text: '' } })
export const id91: number | undefined = answer91.status === 201 ? (await answer91.json()).id : undefined
const answer92 = await api.notes92.$post({ json: { team: 'red', title: '', text: '' } })
export const id92: number | undefined = answer92.status === 201 ? (await answer92.json()).id : undefined
const answer93 = await api.notes93.$post({ json: { team: 'red', title: '', text: '' } })
export const id93: number | undefined = answer93.status === 201 ? (await answer93.json()).id : undefined
const answer94 = await api.notes94.$post({ json: { team: 'red', title: '', text: '' } })
export const id94: number | undefined = answer94.status === 201 ? (await answer94.json()).id : undefined
const answer95 = await api.notes95.$post({ json: { team: 'red', title: '', text: '' } })
export const id95: number | undefined = answer95.status === 201 ? (await answer95.json()).id : undefined
const answer96 = await api.notes96.$post({ json: { team: 'red', title: '', text: '' } })
export const id96: number | undefined = answer96.status === 201 ? (await answer96.json()).id : undefined
const answer97 = await api.notes97.$post({ json: { team: 'red', title: '', text: '' } })
export const id97: number | undefined = answer97.status === 201 ? (await answer97.json()).id : undefined
const answer98 = await api.notes98.$post({ json: { team: 'red', title: '', text: '' } })
export const id98: number | undefined = answer98.status === 201 ? (await answer98.json()).id : undefined
const answer99 = await api.notes99.$post({ json: { team: 'red', title: '', text: '' } })
export const id99: number | undefined = answer99.status === 201 ? (await answer99.json()).id : undefined
const answer100 = await api.notes100.$post({ json: { team: 'red', title: '', text: '' } })
export const id100: number | undefined = answer100.status === 201 ? (await answer100.json()).id : undefined
const answer101 = await api.notes101.$post({ json: { team: 'red', title: '', text: '' } })
export const id101: number | undefined = answer101.status === 201 ? (await answer101.json()).id : undefined
const answer102 = await api.notes102.$post({ json: { team: 'red', title: '', text: '' } })
export const id102: number | undefined = answer102.status === 201 ? (await answer102.json()).id : undefined
const answer103 = await api.notes103.$post({ json: { team: 'red', title: '', text: '' } })
export const id103: number | undefined = answer103.status === 201 ? (await answer103.json()).id : undefined
const answer104 = await api.notes104.$post({ json: { team: 'red', title: '', text: '' } })
export const id104: number | undefined = answer104.status === 201 ? (await answer104.json()).id : undefined
const answer105 = await api.notes105.$post({ json: { team: 'red', title: '', text: '' } })
export const id105: number | undefined = answer105.status === 201 ? (await answer105.json()).id : undefined
const answer106 = await api.notes106.$post({ json: { team: 'red', title: '', text: '' } })
export const id106: number | undefined = answer106.status === 201 ? (await answer106.json()).id : undefined
const answer107 = await api.notes107.$post({ json: { team: 'red', title: '', text: '' } })
export const id107: number | undefined = answer107.status === 201 ? (await answer107.json()).id : undefined
const answer108 = await api.notes108.$post({ json: { team: 'red', title: '', text: '' } })
export const id108: number | undefined = answer108.status === 201 ? (await answer108.json()).id : undefined
const answer109 = await api.notes109.$post({ json: { team: 'red', title: '', text: '' } })
export const id109: number | undefined = answer109.status === 201 ? (await answer109.json()).id : undefined
const answer110 = await api.notes110.$post({ json: { team: 'red', title: '', text: '' } })
export const id110: number | undefined = answer110.status === 201 ? (await answer110.json()).id : undefined
const answer111 = await api.notes111.$post({ json: { team: 'red', title: '', text: '' } })
export const id111: number | undefined = answer111.status === 201 ? (await answer111.json()).id : undefined
const answer112 = await api.notes112.$post({ json: { team: 'red', title: '', text: '' } })
export const id112: number | undefined = answer112.status === 201 ? (await answer112.json()).id : undefined
const answer113 = await api.notes113.$post({ json: { team: 'red', title: '', text: '' } })
export const id113: number | undefined = answer113.status === 201 ? (await answer113.json()).id : undefined
const answer114 = await api.notes114.$post({ json: { team: 'red', title: '', text: '' } })
export const id114: number | undefined = answer114.status === 201 ? (await answer114.json()).id : undefined
const answer115 = await api.notes115.$post({ json: { team: 'red', title: '', text: '' } })
export const id115: number | undefined = answer115.status === 201 ? (await answer115.json()).id : undefined
const answer116 = await api.notes116.$post({ json: { team: 'red', title: '', text: '' } })
export const id116: number | undefined = answer116.status === 201 ? (await answer116.json()).id : undefined
const answer117 = await api.notes117.$post({ json: { team: 'red', title: '', text: '' } })
export const id117: number | undefined = answer117.status === 201 ? (await answer117.json()).id : undefined
const answer118 = await api.notes118.$post({ json: { team: 'red', title: '', text: '' } })
export const id118: number | undefined = answer118.status === 201 ? (await answer118.json()).id : undefined
const answer119 = await api.notes119.$post({ json: { team: 'red', title: '', text: '' } })
export const id119: number | undefined = answer119.status === 201 ? (await answer119.json()).id : undefined
const answer120 = await api.notes120.$post({ json: { team: 'red', title: '', text: '' } })
export const id120: number | undefined = answer120.status === 201 ? (await answer120.json()).id : undefined
const answer121 = await api.notes121.$post({ json: { team: 'red', title: '', text: '' } })
export const id121: number | undefined = answer121.status === 201 ? (await answer121.json()).id : undefined
const answer122 = await api.notes122.$post({ json: { team: 'red', title: '', text: '' } })
export const id122: number | undefined = answer122.status === 201 ? (await answer122.json()).id : undefined
const answer123 = await api.notes123.$post({ json: { team: 'red', title: '', text: '' } })
export const id123: number | undefined = answer123.status === 201 ? (await answer123.json()).id : undefined
const answer124 = await api.notes124.$post({ json: { team: 'red', title: '', text: '' } })
export const id124: number | undefined = answer124.status === 201 ? (await answer124.json()).id : undefined
const answer125 = await api.notes125.$post({ json: { team: 'red', title: '', text: '' } })
export const id125: number | undefined = answer125.status === 201 ? (await answer125.json()).id : undefined
const answer126 = await api.notes126.$post({ json: { team: 'red', title: '', text: '' } })
export const id126: number | undefined = answer126.status === 201 ? (await answer126.json()).id : undefined
const answer127 = await api.notes127.$post({ json: { team: 'red', title: '', text: '' } })
export const id127: number | undefined = answer127.status === 201 ? (await answer127.json()).id : undefined
const answer128 = await api.notes128.$post({ json: { team: 'red', title: '', text: '' } })
export const id128: number | undefined = answer128.status === 201 ? (await answer128.json()).id : undefined
const answer129 = await api.notes129.$post({ json: { team: 'red', title: '', text: '' } })
export const id129: number | undefined = answer129.status === 201 ? (await answer129.json()).id : undefined
const answer130 = await api.notes130.$post({ json: { team: 'red', title: '', text: '' } })
export const id130: number | undefined = answer130.status === 201 ? (await answer130.json()).id : undefined
const answer131 = await api.notes131.$post({ json: { team: 'red', title: '', text: '' } })
export const id131: number | undefined = answer131.status === 201 ? (await answer131.json()).id : undefined
const answer132 = await api.notes132.$post({ json: { team: 'red', title: '', text: '' } })
export const id132: number | undefined = answer132.status === 201 ? (await answer132.json()).id : undefined
const answer133 = await api.notes133.$post({ json: { team: 'red', title: '', text: '' } })
export const id133: number | undefined = answer133.status === 201 ? (await answer133.json()).id : undefined
const answer134 = await api.notes134.$post({ json: { team: 'red', title: '', text: '' } })
export const id134: number | undefined = answer134.status === 201 ? (await answer134.json()).id : undefined
const answer135 = await api.notes135.$post({ json: { team: 'red', title: '', text: '' } })
export const id135: number | undefined = answer135.status === 201 ? (await answer135.json()).id : undefined
const answer136 = await api.notes136.$post({ json: { team: 'red', title: '', text: '' } })
export const id136: number | undefined = answer136.status === 201 ? (await answer136.json()).id : undefined
const answer137 = await api.notes137.$post({ json: { team: 'red', title: '', text: '' } })
export const id137: number | undefined = answer137.status === 201 ? (await answer137.json()).id : undefined
const answer138 = await api.notes138.$post({ json: { team: 'red', title: '', text: '' } })
export const id138: number | undefined = answer138.status === 201 ? (await answer138.json()).id : undefined
const answer139 = await api.notes139.$post({ json: { team: 'red', title: '', text: '' } })
export const id139: number | undefined = answer139.status === 201 ? (await answer139.json()).id : undefined
const answer140 = await api.notes140.$post({ json: { team: 'red', title: '', text: '' } })
export const id140: number | undefined = answer140.status === 201 ? (await answer140.json()).id : undefined
const answer141 = await api.notes141.$post({ json: { team: 'red', title: '', text: '' } })
export const id141: number | undefined = answer141.status === 201 ? (await answer141.json()).id : undefined
const answer142 = await api.notes142.$post({ json: { team: 'red', title: '', text: '' } })
export const id142: number | undefined = answer142.status === 201 ? (await answer142.json()).id : undefined
const answer143 = await api.notes143.$post({ json: { team: 'red', title: '', text: '' } })
export const id143: number | undefined = answer143.status === 201 ? (await answer143.json()).id : undefined
const answer144 = await api.notes144.$post({ json: { team: 'red', title: '', text: '' } })
export const id144: number | undefined = answer144.status === 201 ? (await answer144.json()).id : undefined
const answer145 = await api.notes145.$post({ json: { team: 'red', title: '', text: '' } })
export const id145: number | undefined = answer145.status === 201 ? (await answer145.json()).id : undefined
const answer146 = await api.notes146.$post({ json: { team: 'red', title: '', text: '' } })
export const id146: number | undefined = answer146.status === 201 ? (await answer146.json()).id : undefined
const answer147 = await api.notes147.$post({ json: { team: 'red', title: '', text: '' } })
export const id147: number | undefined = answer147.status === 201 ? (await answer147.json()).id : undefined
const answer148 = await api.notes148.$post({ json: { team: 'red', title: '', text: '' } })
export const id148: number | undefined = answer148.status === 201 ? (await answer148.json()).id : undefined
const answer149 = await api.notes149.$post({ json: { team: 'red', title: '', text: '' } })
export const id149: number | undefined = answer149.status === 201 ? (await answer149.json()).id : undefined
const answer150 = await api.notes150.$post({ json: { team: 'red', title: '', text: '' } })
export const id150: number | undefined = answer150.status === 201 ? (await answer150.json()).id : undefined
const answer151 = await api.notes151.$post({ json: { team: 'red', title: '', text: '' } })
export const id151: number | undefined = answer151.status === 201 ? (await answer151.json()).id : undefined
const answer152 = await api.notes152.$post({ json: { team: 'red', title: '', text: '' } })
export const id152: number | undefined = answer152.status === 201 ? (await answer152.json()).id : undefined
const answer153 = await api.notes153.$post({ json: { team: 'red', title: '', text: '' } })
export const id153: number | undefined = answer153.status === 201 ? (await answer153.json()).id : undefined
const answer154 = await api.notes154.$post({ json: { team: 'red', title: '', text: '' } })
export const id154: number | undefined = answer154.status === 201 ? (await answer154.json()).id : undefined
const answer155 = await api.notes155.$post({ json: { team: 'red', title: '', text: '' } })
export const id155: number | undefined = answer155.status === 201 ? (await answer155.json()).id : undefined
const answer156 = await api.notes156.$post({ json: { team: 'red', title: '', text: '' } })
export const id156: number | undefined = answer156.status === 201 ? (await answer156.json()).id : undefined
const answer157 = await api.notes157.$post({ json: { team: 'red', title: '', text: '' } })
export const id157: number | undefined = answer157.status === 201 ? (await answer157.json()).id : undefined
const answer158 = await api.notes158.$post({ json: { team: 'red', title: '', text: '' } })
export const id158: number | undefined = answer158.status === 201 ? (await answer158.json()).id : undefined
const answer159 = await api.notes159.$post({ json: { team: 'red', title: '', text: '' } })
export const id159: number | undefined = answer159.status === 201 ? (await answer159.json()).id : undefined
const answer160 = await api.notes160.$post({ json: { team: 'red', title: '', text: '' } })
export const id160: number | undefined = answer160.status === 201 ? (await answer160.json()).id : undefined
const answer161 = await api.notes161.$post({ json: { team: 'red', title: '', text: '' } })
export const id161: number | undefined = answer161.status === 201 ? (await answer161.json()).id : undefined
const answer162 = await api.notes162.$post({ json: { team: 'red', title: '', text: '' } })
export const id162: number | undefined = answer162.status === 201 ? (await answer162.json()).id : undefined
const answer163 = await api.notes163.$post({ json: { team: 'red', title: '', text: '' } })
export const id163: number | undefined = answer163.status === 201 ? (await answer163.json()).id : undefined
const answer164 = await api.notes164.$post({ json: { team: 'red', title: '', text: '' } })
export const id164: number | undefined = answer164.status === 201 ? (await answer164.json()).id : undefined
const answer165 = await api.notes165.$post({ json: { team: 'red', title: '', text: '' } })
export const id165: number | undefined = answer165.status === 201 ? (await answer165.json()).id : undefined
const answer166 = await api.notes166.$post({ json: { team: 'red', title: '', text: '' } })
export const id166: number | undefined = answer166.status === 201 ? (await answer166.json()).id : undefined
const answer167 = await api.notes167.$post({ json: { team: 'red', title: '', text: '' } })
export const id167: number | undefined = answer167.status === 201 ? (await answer167.json()).id : undefined
const answer168 = await api.notes168.$post({ json: { team: 'red', title: '', text: '' } })
export const id168: number | undefined = answer168.status === 201 ? (await answer168.json()).id : undefined
const answer169 = await api.notes169.$post({ json: { team: 'red', title: '', text: '' } })
export const id169: number | undefined = answer169.status === 201 ? (await answer169.json()).id : undefined
const answer170 = await api.notes170.$post({ json: { team: 'red', title: '', text: '' } })
export const id170: number | undefined = answer170.status === 201 ? (await answer170.json()).id : undefined
const answer171 = await api.notes171.$post({ json: { team: 'red', title: '', text: '' } })
export const id171: number | undefined = answer171.status === 201 ? (await answer171.json()).id : undefined
const answer172 = await api.notes172.$post({ json: { team: 'red', title: '', text: '' } })
export const id172: number | undefined = answer172.status === 201 ? (await answer172.json()).id : undefined
const answer173 = await api.notes173.$post({ json: { team: 'red', title: '', text: '' } })
export const id173: number | undefined = answer173.status === 201 ? (await answer173.json()).id : undefined
const answer174 = await api.notes174.$post({ json: { team: 'red', title: '', text: '' } })
export const id174: number | undefined = answer174.status === 201 ? (await answer174.json()).id : undefined
const answer175 = await api.notes175.$post({ json: { team: 'red', title: '', text: '' } })
export const id175: number | undefined = answer175.status === 201 ? (await answer175.json()).id : undefined
const answer176 = await api.notes176.$post({ json: { team: 'red', title: '', text: '' } })
export const id176: number | undefined = answer176.status === 201 ? (await answer176.json()).id : undefined
const answer177 = await api.notes177.$post({ json: { team: 'red', title: '', text: '' } })
export const id177: number | undefined = answer177.status === 201 ? (await answer177.json()).id : undefined
const answer178 = await api.notes178.$post({ json: { team: 'red', title: '', text: '' } })
export const id178: number | undefined = answer178.status === 201 ? (await answer178.json()).id : undefined
const answer179 = await api.notes179.$post({ json: { team: 'red', title: '', text: '' } })
export const id179: number | undefined = answer179.status === 201 ? (await answer179.json()).id : undefined
const answer180 = await api.notes180.$post({ json: { team: 'red', title: '', text: '' } })
export const id180: number | undefined = answer180.status === 201 ? (await answer180.json()).id : undefined
const answer181 = await api.notes181.$post({ json: { team: 'red', title: '', text: '' } })
export const id181: number | undefined = answer181.status === 201 ? (await answer181.json()).id : undefined
const answer182 = await api.notes182.$post({ json: { team: 'red', title: '', text: '' } })
export const id182: number | undefined = answer182.status === 201 ? (await answer182.json()).id : undefined
const answer183 = await api.notes183.$post({ json: { team: 'red', title: '', text: '' } })
export const id183: number | undefined = answer183.status === 201 ? (await answer183.json()).id : undefined
const answer184 = await api.notes184.$post({ json: { team: 'red', title: '', text: '' } })
export const id184: number | undefined = answer184.status === 201 ? (await answer184.json()).id : undefined
const answer185 = await api.notes185.$post({ json: { team: 'red', title: '', text: '' } })
export const id185: number | undefined = answer185.status === 201 ? (await answer185.json()).id : undefined
const answer186 = await api.notes186.$post({ json: { team: 'red', title: '', text: '' } })
export const id186: number | undefined = answer186.status === 201 ? (await answer186.json()).id : undefined
const answer187 = await api.notes187.$post({ json: { team: 'red', title: '', text: '' } })
export const id187: number | undefined = answer187.status === 201 ? (await answer187.json()).id : undefined
const answer188 = await api.notes188.$post({ json: { team: 'red', title: '', text: '' } })
export const id188: number | undefined = answer188.status === 201 ? (await answer188.json()).id : undefined
const answer189 = await api.notes189.$post({ json: { team: 'red', title: '', text: '' } })
export const id189: number | undefined = answer189.status === 201 ? (await answer189.json()).id : undefined
const answer190 = await api.notes190.$post({ json: { team: 'red', title: '', text: '' } })
export const id190: number | undefined = answer190.status === 201 ? (await answer190.json()).id : undefined
const answer191 = await api.notes191.$post({ json: { team: 'red', title: '', text: '' } })
export const id191: number | undefined = answer191.status === 201 ? (await answer191.json()).id : undefined
const answer192 = await api.notes192.$post({ json: { team: 'red', title: '', text: '' } })
export const id192: number | undefined = answer192.status === 201 ? (await answer192.json()).id : undefined
const answer193 = await api.notes193.$post({ json: { team: 'red', title: '', text: '' } })
export const id193: number | undefined = answer193.status === 201 ? (await answer193.json()).id : undefined
const answer194 = await api.notes194.$post({ json: { team: 'red', title: '', text: '' } })
export const id194: number | undefined = answer194.status === 201 ? (await answer194.json()).id : undefined
const answer195 = await api.notes195.$post({ json: { team: 'red', title: '', text: '' } })
export const id195: number | undefined = answer195.status === 201 ? (await answer195.json()).id : undefined
const answer196 = await api.notes196.$post({ json: { team: 'red', title: '', text: '' } })
export const id196: number | undefined = answer196.status === 201 ? (await answer196.json()).id : undefined
const answer197 = await api.notes197.$post({ json: { team: 'red', title: '', text: '' } })
export const id197: number | undefined = answer197.status === 201 ? (await answer197.json()).id : undefined
const answer198 = await api.notes198.$post({ json: { team: 'red', title: '', text: '' } })
export const id198: number | undefined = answer198.status === 201 ? (await answer198.json()).id : undefined
const answer199 = await api.notes199.$post({ json: { team: 'red', title: '', text: '' } })
export const id199: number | undefined = answer199.status === 201 ? (await answer199.json()).id : undefined
