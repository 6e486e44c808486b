import { Application, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const api = new Application({ router: new FindMyWayRouter() })

api.get(
  '/posts/{id:\\d+}',
  (request) => {
    const self = api.url('post', { id: request.params.id }, { basePath: request.basePath })
    return json({ id: Number(request.params.id), self })
  },
  'post',
)

export default api
