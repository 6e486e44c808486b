// Files of tests share a process: each file begins in the mode of tests, whatever the previous file has set.
process.env.NODE_ENV = 'test'
