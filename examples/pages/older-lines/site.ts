import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { withoutBarePrefix } from './bare-prefix.ts'

const blog = new Application({ router: new FindMyWayRouter() })
blog.get('/', () => text('The blog.'))

const site = new Application({ router: new FindMyWayRouter() })
site.pipe('/blog', withoutBarePrefix(blog))
site.get('/blog', () => text('About the blog.'))

export default site
