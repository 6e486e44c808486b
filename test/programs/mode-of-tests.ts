// Files of tests share a process: before each file, `NODE_ENV` becomes `test` again, whatever the previous file has
// set.
process.env.NODE_ENV = 'test'
