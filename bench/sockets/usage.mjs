import { readdirSync, readFileSync } from 'node:fs'

const PAGE = 4_096

/** CPU microseconds that all threads of a process have used, as exact as the scheduler counts them. */
export function cpuOf(pid) {
  const tasks = `/proc/${pid}/task`
  const times = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'latin1').split(' ')[0]),
  )
  return times.reduce((sum, time) => sum + time, 0) / 1_000
}

/** The kernel's part of the CPU of a process, from its ticks, so that it means something after some seconds. */
export function kernelShareOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return system / (user + system)
}

/** Octets of a process in memory. */
export function memoryOf(pid) {
  return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE
}
