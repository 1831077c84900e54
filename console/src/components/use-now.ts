import { useEffect, useState } from 'react'

/**
 * The time in milliseconds, updated every `interval` milliseconds. Without an interval the time is never
 * updated.
 */
export function useNow(interval: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (interval === undefined) return
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
