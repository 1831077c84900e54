import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, plainApi } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { TEST } from '../../../text/test-controls.ts'
import { ControlForm } from './ControlForm.tsx'
import { curl, refetchAll, showState, type TestState } from './queries.ts'

const TEXT = TEST.snapshots
const PATH = '/console/api/operator/test_controls/snapshots/{name}'
const JSON_TYPE = { 'content-type': 'application/json' } as const

type Snapshot = TestState['snapshots'][number]

interface Asked {
  readonly name: string
  readonly action: 'restore' | 'remove' | 'reset'
}

/** The name that stands for a reset to the state after the start of the server. */
const START = 'start'

function titleOf({ name, action }: Asked): string {
  if (action === 'reset') return TEXT.reset
  return action === 'restore' ? TEXT.restoreOf(name) : TEXT.removeOf(name)
}

function callOf(name: string) {
  return { params: { path: { name } }, headers: JSON_TYPE } as const
}

/** Lists the saved snapshots of the database and the media. */
export function Snapshots({ state }: { readonly state: TestState }) {
  const [asked, ask] = useState<Asked>()
  const [name, setName] = useState('before')
  const [isSignedOut, setSignedOut] = useState(false)
  const take = async (typed: string) => showState(await dataOf(api.PUT(PATH, callOf(typed))))
  const confirmed = async ({ name, action }: Asked) => {
    if (action === 'remove') return showState(await dataOf(api.DELETE(PATH, callOf(name))))
    setSignedOut(false)
    if (action === 'reset') await api.POST('/console/api/operator/test_controls/reset')
    else await api.POST(`${PATH}/restore`, callOf(name))
    // The response comes after the restore. The dialog must close before the sign-in form opens.
    void sessionRemains()
      .then((remains) => {
        setSignedOut(!remains)
        // Without a session, this call waits for the next sign-in.
        return refetchAll()
      })
      .then(() => setSignedOut(false))
  }
  return (
    <Section
      title={TEXT.title}
      description={TEXT.help}
      actions={
        <Button size="xs" variant="default" onClick={() => ask({ name: START, action: 'reset' })}>
          {TEXT.reset}
        </Button>
      }
    >
      <Stack gap="md">
        <Restored state={state} isSignedOut={isSignedOut} />
        {!state.has_all_media && <Alert color="orange">{TEXT.media}</Alert>}
        <DataTable
          label={TEXT.title}
          rows={state.snapshots}
          columns={columns(ask)}
          rowId={(row) => row.name}
          empty={<EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>}
        />
        <ControlForm
          label={TEXT.name}
          description={TEXT.nameHelp}
          action={TEXT.take}
          onTyped={(typed) => setName(typed === '' ? 'before' : typed)}
          onSubmit={take}
        />
        <SameCommand
          command={[
            curl(state, 'PUT', `/test/snapshots/${encodeURIComponent(name)}`),
            curl(state, 'POST', `/test/snapshots/${encodeURIComponent(name)}/restore`),
            curl(state, 'POST', '/test/reset'),
          ].join('\n')}
        />
      </Stack>
      {asked !== undefined && (
        <ConfirmByName
          opened
          onClose={() => ask(undefined)}
          title={titleOf(asked)}
          action={TEXT[asked.action]}
          onConfirm={() => confirmed(asked)}
        >
          {TEXT[`${asked.action}Text`]}
        </ConfirmByName>
      )}
    </Section>
  )
}

/** The result of the last restore. */
function Restored({ state, isSignedOut }: { readonly state: TestState; readonly isSignedOut: boolean }) {
  const { restore } = state
  if (isSignedOut) {
    return (
      <Alert color="orange" role="status">
        {TEXT.signedOut}
      </Alert>
    )
  }
  if (restore === null) return null
  const { name } = restore
  if (restore.state === 'failed') {
    return (
      <Alert color="red" role="status">
        {TEXT.failed(name)} {restore.failure}
      </Alert>
    )
  }
  return (
    <Alert role="status">{restore.state === 'running' ? TEXT.restoring(name) : TEXT.restored(name)}</Alert>
  )
}

/**
 * Waits until the restore has ended. @returns false if the restored snapshot does not contain the session of this
 * browser
 */
async function sessionRemains(): Promise<boolean> {
  try {
    await plainApi.GET('/console/api/session')
    return true
  } catch (error) {
    return asProblem(error).reason !== 'session-ended'
  }
}

function columns(ask: (asked: Asked) => void): readonly Column<Snapshot>[] {
  return [
    { id: 'name', header: TEXT.name, cell: ({ name }) => name, width: 'minmax(9rem, 2fr)' },
    { id: 'version', header: TEXT.version, cell: ({ version }) => version, width: 'minmax(8rem, 1fr)' },
    {
      id: 'actions',
      header: TEXT.actions,
      cell: ({ name }) => (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={TEXT.restoreOf(name)}
            onClick={() => ask({ name, action: 'restore' })}
          >
            {TEXT.restore}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={TEXT.removeOf(name)}
            onClick={() => ask({ name, action: 'remove' })}
          >
            {TEXT.remove}
          </Button>
        </Group>
      ),
      width: 'minmax(13rem, 1fr)',
    },
  ]
}
