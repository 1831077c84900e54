/**
 * Code with the keys of an app. The code needs no escaping: keys have only letters and digits, and tokens have no
 * characters that shells interpret.
 */

interface Keys {
  readonly key: string
  readonly secret: string
  readonly bearer: string
}

/** Lines for a `.env` file. */
export function envLines({ key, secret, bearer }: Keys): string {
  return [`API_KEY='${key}'`, `API_KEY_SECRET='${secret}'`, `BEARER_TOKEN='${bearer}'`].join('\n')
}

/** Code of a first request, which reads the rate limits of the app. @param origin the origin of the server */
export function firstCalls(origin: string, { bearer }: Pick<Keys, 'bearer'>) {
  const url = `${origin}/1.1/application/rate_limit_status.json`
  return {
    curl: `curl -H 'Authorization: Bearer ${bearer}' '${url}'`,
    python: [
      'import urllib.request',
      `request = urllib.request.Request('${url}')`,
      `request.add_header('Authorization', 'Bearer ${bearer}')`,
      'print(urllib.request.urlopen(request).read().decode())',
    ].join('\n'),
    node: [
      `const answer = await fetch('${url}', {`,
      `  headers: { authorization: 'Bearer ${bearer}' },`,
      '})',
      'console.log(await answer.text())',
    ].join('\n'),
  }
}
