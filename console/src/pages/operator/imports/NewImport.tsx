import { Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { IMPORTS } from '../../../text/imports.ts'
import { bytesText } from '../server/Facts.tsx'
import { ImportOptions } from './ImportOptions.tsx'
import { NO_OPTIONS, optionFlags, optionsIn } from './import-options.ts'
import { refetchImports, type Upload } from './queries.ts'

const TEXT = IMPORTS.start

type Kind = keyof typeof TEXT.kinds

const KINDS = Object.entries(TEXT.kinds).map(([value, label]) => ({ value, label }))

/** Chooses uploaded files and starts their import. */
export function NewImport({ uploads }: { readonly uploads: readonly Upload[] }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [kind, setKind] = useState<Kind>('all')
  const [isDryRun, setDryRun] = useState(false)
  const [isProtected, setProtected] = useState(false)
  const [isReversed, setReversed] = useState(false)
  const [hasMore, setMore] = useState(false)
  const [values, setValues] = useState(NO_OPTIONS)
  const complete = uploads.filter(({ offset, length }) => offset === length)
  const chosen = complete.filter(({ id }) => !left.has(id))
  const hasArchives = kind === 'all'
  const hasFollows = kind === 'all' || kind === 'follows'
  const contents = { hasArchives, hasFollows, hasPosts: kind === 'all' || kind === 'posts' }
  const choices = {
    ...{ kind, dry_run: isDryRun },
    is_protected: hasArchives && isProtected,
    followee_first: hasFollows && isReversed,
    options: optionsIn(values, contents),
  }
  const start = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/console/api/operator/imports', {
          body: { uploads: chosen.map(({ id }) => id), ...choices },
        }),
      ),
    onSettled: refetchImports,
  })
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(left)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return (
    <Section title={TEXT.title} description={TEXT.help}>
      <Stack gap="md">
        {complete.length === 0 ? (
          <Text c="dimmed">{TEXT.noFiles}</Text>
        ) : (
          <Checkbox.Group label={TEXT.files} value={chosen.map(({ id }) => id)}>
            <Stack gap="xs" mt="xs">
              {complete.map(({ id, name, length }) => (
                <Checkbox
                  key={id}
                  value={id}
                  label={`${name} (${bytesText(length)})`}
                  onChange={(event) => choose(id, event.currentTarget.checked)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <NativeSelect
          label={TEXT.kind}
          data={KINDS}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
          maw="24rem"
        />
        <Checkbox
          label={TEXT.dryRun}
          checked={isDryRun}
          onChange={(event) => setDryRun(event.currentTarget.checked)}
        />
        {hasArchives && (
          <Checkbox
            label={TEXT.isProtected}
            checked={isProtected}
            onChange={(event) => setProtected(event.currentTarget.checked)}
          />
        )}
        {hasFollows && (
          <Checkbox
            label={TEXT.followeeFirst}
            checked={isReversed}
            onChange={(event) => setReversed(event.currentTarget.checked)}
          />
        )}
        <div>
          <Button size="xs" variant="default" aria-expanded={hasMore} onClick={() => setMore(!hasMore)}>
            {hasMore ? TEXT.fewer : TEXT.more}
          </Button>
        </div>
        {hasMore && <ImportOptions values={values} contents={contents} onChange={setValues} />}
        <div>
          <Button disabled={chosen.length === 0} loading={start.isPending} onClick={() => start.mutate()}>
            {TEXT.action}
          </Button>
        </div>
        <SameCommand command={commandOf(chosen, choices)} />
      </Stack>
    </Section>
  )
}

interface Choices {
  readonly kind: Kind
  readonly dry_run: boolean
  readonly is_protected: boolean
  readonly followee_first: boolean
  readonly options: ReturnType<typeof optionsIn>
}

function commandOf(chosen: readonly Upload[], choices: Choices): string {
  const { kind, dry_run, is_protected, followee_first, options } = choices
  return [
    ...['aviary', 'import', ...(kind === 'all' ? [] : [kind])],
    ...(dry_run ? ['--dry-run'] : []),
    ...(is_protected ? ['--protected'] : []),
    ...(followee_first ? ['--direction', 'followee-first'] : []),
    ...optionFlags(options),
    ...['--report', 'report.html'],
    ...(chosen.length === 0 ? ['FILE'] : chosen.map(({ name }) => shellWord(name))),
  ].join(' ')
}
