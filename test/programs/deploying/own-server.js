import supertest from 'supertest'

export { supertest }
