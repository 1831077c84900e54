// This file is plain JavaScript that runs on any Node, so that an old Node prints a sentence and not a syntax
// error.
import { existsSync } from 'node:fs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 12)) {
  // A checkout has sources and can install Node. The published package has no sources.
  const isCheckout = existsSync(new URL('../src/main.ts', import.meta.url))
  const advice = isCheckout
    ? 'Run "npm ci" in the checkout: it brings a current Node along, which "npm start", "npm test" and ' +
      '"npm run aviary -- …" then use.'
    : 'Install a newer Node, from https://nodejs.org or with a version manager.'
  process.stderr.write(
    `aviary: this program needs Node 24.12 or newer and this is ${process.versions.node}. ${advice}\n`,
  )
  process.exit(2)
}
