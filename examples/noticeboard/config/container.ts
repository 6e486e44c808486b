import { loadConfig } from '@app/config'
import { createContainer } from '@app/container-factory'

export default createContainer(await loadConfig())
