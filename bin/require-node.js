// Plain JavaScript on purpose: it must run on any Node so that an old one gets a sentence and not a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 12)) {
  process.stderr.write(
    `aviary needs Node 24.12 or newer and this is ${process.versions.node}. ` +
      'Run "npm ci" in the checkout: it brings a current Node along, which "npm start", "npm test" and ' +
      '"npm run aviary -- …" then use.\n',
  )
  process.exit(2)
}
