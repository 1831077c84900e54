const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** A moment as v1.1 writes it, such as `Mon Dec 10 22:03:43 +0000 2018`. @param ms since the Unix epoch */
export function v11Date(ms: number): string {
  const date = new Date(ms)
  const [, time] = /T(\d\d:\d\d:\d\d)/.exec(date.toISOString()) ?? []
  const day = String(date.getUTCDate()).padStart(2, '0')
  return `${DAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${day} ${time} +0000 ${date.getUTCFullYear()}`
}
