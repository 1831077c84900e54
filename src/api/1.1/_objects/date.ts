/** A moment as v1.1 writes it, such as `Mon Dec 10 22:03:43 +0000 2018`. @param ms since the Unix epoch */
export function v11Date(ms: number): string {
  // `Mon, 10 Dec 2018 22:03:43 GMT`, by the standard of the language in every place and language of the world.
  const text = new Date(ms).toUTCString()
  const [day, date, month, time] = [
    text.slice(0, 3),
    text.slice(5, 7),
    text.slice(8, 11),
    text.slice(-12, -4),
  ]
  return `${day} ${month} ${date} ${time} +0000 ${text.slice(12, -13)}`
}
