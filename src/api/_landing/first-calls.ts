/** Examples of a first API call, with three clients. */

export interface FirstCall {
  readonly client: string
  readonly code: string
}

/** @param origin the scheme and host of the server, as the browser uses them */
export function firstCalls(origin: string): readonly FirstCall[] {
  const url = `${origin}/2/tweets/search/recent?query=birds`
  return [
    { client: 'curl', code: `curl -H "authorization: Bearer $TOKEN" \\\n  '${url}'` },
    {
      client: 'Python',
      code: `import json, os, urllib.request
request = urllib.request.Request(
    "${url}",
    headers={"authorization": f"Bearer {os.environ['TOKEN']}"},
)
print(json.load(urllib.request.urlopen(request)))`,
    },
    {
      client: 'Node',
      code: `const response = await fetch('${url}', {
  headers: { authorization: \`Bearer \${process.env.TOKEN}\` },
})
console.log(await response.json())`,
    },
  ]
}
