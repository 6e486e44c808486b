import { readdirSync, readFileSync } from 'node:fs'

const PAGE = 4_096

/** The CPU microseconds that all threads of a process have used, from the scheduler, which counts nanoseconds. */
export function cpuOf(pid) {
  const tasks = `/proc/${pid}/task`
  const times = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'latin1').split(' ')[0]),
  )
  return times.reduce((sum, time) => sum + time, 0) / 1_000
}

/**
 * The share of the kernel in the CPU time of a process. Linux counts this time in ticks of hundredths of a second, so
 * the share has a meaning only after some seconds.
 */
export function kernelShareOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return system / (user + system)
}

/** The bytes of physical memory that a process takes. */
export function memoryOf(pid) {
  return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE
}
