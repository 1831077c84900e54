import { useEffect, useRef, useState } from 'react'

/** Number of readings over which the rate is calculated. */
const MAX_READINGS = 13

/**
 * The growth of a counter per minute, calculated over the last readings.
 * @param now time of the reading in milliseconds, by the clock of the server
 * @returns undefined before the second reading
 */
export function useRate(value: number, now: number): number | undefined {
  const readings = useRef<{ readonly value: number; readonly now: number }[]>([])
  const [rate, setRate] = useState<number | undefined>(undefined)
  useEffect(() => {
    const all = readings.current
    const last = all.at(-1)
    // After a restart of the server, the counter begins at 0, so earlier readings are dropped.
    if (last !== undefined && value < last.value) all.length = 0
    all.push({ value, now })
    if (all.length > MAX_READINGS) all.shift()
    const [first] = all
    if (first !== undefined && now > first.now) setRate(((value - first.value) * 60_000) / (now - first.now))
  }, [value, now])
  return rate
}
