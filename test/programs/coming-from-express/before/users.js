import express from 'express'

const app = express()

app.use(express.json())
app.use((req, res, next) => {
  res.locals.user = req.get('authorization') ?? 'nobody'
  next()
})

app.get('/users/:id', (req, res) => {
  res.set('cache-control', 'no-store')
  res.json({ id: req.params.id, page: req.query.page, for: res.locals.user })
})

app.post('/users', (req, res, next) => {
  if (!req.body.name) return next(new Error('A user has a name'))
  res.status(201).json({ name: req.body.name })
})

app.use((error, req, res, _next) => {
  res.status(error.status ?? 500).json({ failed: req.path })
})

app.listen(process.env.PORT)
