/** GET docs: the page that shows the API document. */
import { cachedAnswer } from '../http/cached-body.ts'
import { html } from '../text/html.ts'
import { referenceEndpoint } from './_reference/family.ts'

export const docs = referenceEndpoint({
  method: 'GET',
  paths: ['/docs'],
  summary: 'The reference page.',
  answers: [{ type: 'text/html' }, { status: 304 }],
  async handle(call) {
    const page = await call.services.cachedBodies.get('docs', () => String(PAGE))
    return cachedAnswer(page, call, { 'content-type': 'text/html;charset=utf-8' })
  },
})

const PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>API reference – Aviary</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<script src="/docs/configuration.js" defer></script>
<script src="/docs/scalar.js" defer></script>
</head>
<body>
<div id="reference"></div>
<noscript><p>This page needs scripts. The same is in <a href="/openapi.json">openapi.json</a>.</p></noscript>
</body>
</html>
`
