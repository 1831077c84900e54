import { Alert, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fetchWithSession } from '../../../api/fetch.ts'
import { asProblem, problemOf } from '../../../api/problem.ts'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { EXPORTS } from '../../../text/data.ts'

const FILE = '/console/api/operator/exports/file'

type Kind = keyof typeof EXPORTS.kinds

const KINDS = Object.entries(EXPORTS.kinds).map(([value, label]) => ({ value, label }))
const COMPRESSIONS = Object.entries(EXPORTS.compressions).map(([value, label]) => ({ value, label }))

const SELECTION = [
  ['query', EXPORTS.query, EXPORTS.queryHelp],
  ['author', EXPORTS.author, EXPORTS.authorHelp],
  ['since', EXPORTS.since, EXPORTS.sinceHelp],
  ['until', EXPORTS.until, EXPORTS.untilHelp],
] as const

type Selection = Partial<Record<(typeof SELECTION)[number][0], string>>

interface Problem {
  readonly field: string | undefined
  readonly message: string
}

/** Chooses content and format, and downloads the file. */
export function NewExport({ formats }: { readonly formats: Readonly<Record<string, readonly string[]>> }) {
  const [kind, setKind] = useState<Kind>('posts')
  const [format, setFormat] = useState<string>()
  const [compression, setCompression] = useState('none')
  const [selection, setSelection] = useState<Selection>({})
  const [isProtected, setProtected] = useState(false)
  const [hasNotes, setNotes] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [isChecking, setChecking] = useState(false)
  const ofKind = formats[kind] ?? []
  const chosen = ofKind.find((name) => name === format) ?? ofKind[0] ?? ''
  const isPacked = chosen === 'parquet'
  const choices = {
    ...{ kind, format: chosen, compression: isPacked ? 'none' : compression },
    ...(kind === 'posts' ? given(selection) : {}),
    ...(isProtected && kind !== 'users' ? { include_protected: 'true' } : {}),
    ...(hasNotes && chosen === 'v2-flat' ? { note_tweet: 'true' } : {}),
  }
  const download = async () => {
    setProblem(undefined)
    setChecking(true)
    try {
      await start(`${FILE}?${new URLSearchParams(choices)}`)
    } catch (error) {
      setProblem(asProblem(error))
    } finally {
      setChecking(false)
    }
  }
  const isOfField = SELECTION.some(([name]) => name === problem?.field)
  return (
    <Section title={EXPORTS.new} description={EXPORTS.newHelp}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void download()
        }}
      >
        <Stack gap="md">
          <Group gap="md" align="flex-start">
            <NativeSelect
              label={EXPORTS.kind}
              data={KINDS}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as Kind)}
            />
            <NativeSelect
              label={EXPORTS.format}
              data={[...ofKind]}
              value={chosen}
              onChange={(event) => setFormat(event.currentTarget.value)}
            />
            <NativeSelect
              label={EXPORTS.compression}
              data={COMPRESSIONS}
              value={isPacked ? 'none' : compression}
              disabled={isPacked}
              onChange={(event) => setCompression(event.currentTarget.value)}
            />
          </Group>
          {kind === 'posts' &&
            SELECTION.map(([name, label, description]) => (
              <TextInput
                key={name}
                label={label}
                description={description}
                value={selection[name] ?? ''}
                onChange={(event) => setSelection({ ...selection, [name]: event.currentTarget.value })}
                error={problem?.field === name ? problem.message : undefined}
                autoComplete="off"
                maw="32rem"
              />
            ))}
          {kind !== 'users' && (
            <Checkbox
              label={EXPORTS.includeProtected}
              checked={isProtected}
              onChange={(event) => setProtected(event.currentTarget.checked)}
            />
          )}
          {chosen === 'v2-flat' && (
            <Checkbox
              label={EXPORTS.noteTweet}
              checked={hasNotes}
              onChange={(event) => setNotes(event.currentTarget.checked)}
            />
          )}
          {problem !== undefined && !isOfField && (
            <Alert color="red" role="alert">
              {problem.message}
            </Alert>
          )}
          <div>
            <Button type="submit" loading={isChecking}>
              {EXPORTS.download}
            </Button>
          </div>
          <SameCommand command={commandOf(choices)} />
        </Stack>
      </form>
    </Section>
  )
}

function given(selection: Selection): Selection {
  return Object.fromEntries(Object.entries(selection).filter(([, value]) => value.trim() !== ''))
}

/** Checks the parameters before the browser downloads the file, so that the page can show a problem. */
async function start(address: string): Promise<void> {
  const response = await fetchWithSession(new Request(`${address}&check=true`))
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined))
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

function commandOf(choices: Readonly<Record<string, string>>): string {
  const {
    kind = '',
    format = '',
    compression,
    include_protected: isProtected,
    note_tweet,
    ...selection
  } = choices
  const ending = { csv: 'csv', parquet: 'parquet', ids: 'txt', text: 'txt' }[format] ?? 'jsonl'
  return [
    ...['aviary', 'export', kind, '--format', format],
    ...Object.entries(selection).flatMap(([name, value]) => [`--${name}`, shellWord(value)]),
    ...(isProtected === undefined ? [] : ['--include-protected']),
    ...(note_tweet === undefined ? [] : ['--note-tweet']),
    `${kind}.${ending}${compression === 'none' ? '' : `.${compression}`}`,
  ].join(' ')
}
