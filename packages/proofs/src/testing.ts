export { type TestApplication, type TestOverrides, testApplication } from './test-application.ts'
