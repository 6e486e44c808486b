// Preloaded into a program under attack: each SIGUSR2 brings its clock an hour forward.
const now = Date.now
let hours = 0
Date.now = () => now() + hours * 3_600_000
process.on('SIGUSR2', () => {
  hours++
  console.log(`It is ${hours} h later.`)
})
