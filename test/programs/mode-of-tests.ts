// Test files share a process, so `NODE_ENV` becomes `test` again before each file, whatever the previous file has set.
process.env.NODE_ENV = 'test'
