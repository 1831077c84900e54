/**
 * Loaded before the program by `--import`: writes the longest delay of the event loop since the last signal USR2 to the file
 * of the variable LOOP_DELAY_FILE at each signal USR2, in milliseconds.
 */
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between samples; a delay contains one of them. */
const RESOLUTION = 1

const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
histogram.enable()
process.on('SIGUSR2', () => {
  const longest = histogram.max / 1e6 - RESOLUTION
  writeFileSync(String(process.env['LOOP_DELAY_FILE']), String(Math.max(0, longest)))
  histogram.reset()
})
