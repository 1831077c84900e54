/**
 * A module that `--import` loads before the program. At each signal USR2, it writes the longest delay of
 * the event loop since the last signal USR2, in milliseconds, to the file that the variable LOOP_DELAY_FILE
 * names.
 */
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between samples. A measured delay includes one such interval. */
const RESOLUTION = 1

const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
histogram.enable()
process.on('SIGUSR2', () => {
  const longest = histogram.max / 1e6 - RESOLUTION
  writeFileSync(String(process.env['LOOP_DELAY_FILE']), String(Math.max(0, longest)))
  histogram.reset()
})
