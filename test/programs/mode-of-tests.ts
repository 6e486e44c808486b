// Files of tests share a process: each begins in the mode of tests, whatever the one before has left.
process.env.NODE_ENV = 'test'
