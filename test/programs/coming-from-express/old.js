import express from 'express'

const old = express()
old.use(express.json())
old.get('/old', (_req, res) => {
  res.send('Still in Express')
})
old.post('/old', (req, res) => {
  res.json(req.body)
})
old.use((req, res) => {
  res.status(404).send(`Express has no ${req.path}`)
})

export default old
