// Preloaded into an attacked program: each signal SIGUSR2 moves the program's clock an hour forward.
const now = Date.now
let hours = 0
Date.now = () => now() + hours * 3_600_000
process.on('SIGUSR2', () => {
  hours++
  console.log(`It is ${hours} h later.`)
})
