import S3rver from '@20minutes/s3rver'

const { PORT, FOLDER: directory } = process.env
await new S3rver({ address: '127.0.0.1', port: Number(PORT), directory, silent: true }).run()
console.log('READY')
