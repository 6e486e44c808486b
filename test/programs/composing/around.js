import compression from 'compression'
import express from 'express'
import morgan from 'morgan'
import { pinoHttp } from 'pino-http'

export { compression, express, morgan, pinoHttp }
