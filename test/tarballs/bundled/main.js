import { configProvider as compression } from '@app/compression'
import { createApplication } from './application.js'

createApplication(compression).then((app) => app.run())
