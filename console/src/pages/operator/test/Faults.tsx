import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { TEST } from '../../../text/test-controls.ts'
import { numberText } from '../server/Facts.tsx'
import { curl, showState, type TestState } from './queries.ts'

const TEXT = TEST.faults
const PATH = '/console/api/operator/test_controls/faults'

type Fault = TestState['faults']['counts'][number]

const EXAMPLE = `{
  "faults": [
    { "name": "busy", "path": "/2/tweets/search/recent", "calls": { "every": 3 }, "do": { "error": 503 } }
  ]
}`

const COLUMNS: readonly Column<Fault>[] = [
  { id: 'name', header: TEXT.name, cell: ({ name }) => name, width: 'minmax(9rem, 2fr)' },
  { id: 'on', header: TEXT.on, cell: ({ on }) => on, width: 'minmax(7rem, 1fr)' },
  { id: 'calls', header: TEXT.calls, cell: ({ calls }) => numberText(calls), width: 'minmax(8rem, 1fr)' },
  { id: 'hits', header: TEXT.hits, cell: ({ hits }) => numberText(hits), width: 'minmax(6rem, 1fr)' },
]

/** Shows the loaded faults with their counts, and an editor for the plan of faults. */
export function Faults({ state }: { readonly state: TestState }) {
  const { plan, counts } = state.faults
  const [typed, setTyped] = useState(plan ?? '')
  const load = useMutation({
    mutationFn: () => dataOf(api.PUT(PATH, { body: { plan: typed } })),
    onSuccess: showState,
    meta: { isShownInForm: true },
  })
  const clear = useMutation({
    mutationFn: () => dataOf(api.DELETE(PATH, { headers: { 'content-type': 'application/json' } })),
    onSuccess: showState,
  })
  return (
    <Section
      title={TEXT.title}
      description={TEXT.help}
      actions={
        plan !== null && (
          <Button size="xs" variant="default" loading={clear.isPending} onClick={() => clear.mutate()}>
            {TEXT.clear}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <DataTable
          label={TEXT.title}
          rows={counts}
          columns={COLUMNS}
          rowId={({ name }) => name}
          empty={<EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>}
        />
        <Textarea
          label={TEXT.plan}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={load.error === null ? undefined : asProblem(load.error).message}
          autosize
          minRows={5}
          maxRows={20}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Group gap="sm">
          <Button disabled={typed.trim() === ''} loading={load.isPending} onClick={() => load.mutate()}>
            {TEXT.load}
          </Button>
          <Button variant="default" onClick={() => setTyped(EXAMPLE)}>
            {TEXT.example}
          </Button>
          {load.isSuccess && (
            <Text size="sm" c="dimmed" role="status">
              {TEXT.loaded}
            </Text>
          )}
        </Group>
        <SameCommand command={curl(state, 'PUT', '/test/faults', typed === '' ? EXAMPLE : typed)} />
      </Stack>
    </Section>
  )
}
