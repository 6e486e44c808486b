import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const blog = new Application({ router: new FindMyWayRouter() })

blog.get('/', () => text('All posts'))
blog.get(
  '/{slug}',
  (request) => text(`The post ${request.params.slug}, found at ${request.basePath}${request.path}`),
  'post',
)

export default blog
