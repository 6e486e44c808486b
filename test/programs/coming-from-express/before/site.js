import express from 'express'

const blog = express.Router()
blog.get('/', (_req, res) => {
  res.send('All posts')
})
blog.get('/:slug', (req, res) => {
  res.send(`${req.params.slug}, at ${req.baseUrl}${req.path}`)
})

const app = express()
app.use(express.static('public'))
app.use('/blog', blog)
app.get('/old-blog', (_req, res) => {
  res.redirect(301, '/blog')
})
app.use((req, res) => {
  res.status(404).send(`Nothing at ${req.path}`)
})

app.listen(process.env.PORT)
