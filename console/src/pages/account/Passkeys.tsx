import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { hasPasskeys, type Passkey, withRecentSignIn } from '../../session/passkeys.ts'
import type { Session } from '../../session/session.ts'
import { PASSKEYS } from '../../text/passkeys.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { passkeysQuery } from './passkeys-query.ts'
import { RenamePasskey } from './RenamePasskey.tsx'

interface Change {
  readonly kind: 'rename' | 'remove'
  readonly passkey: Passkey
}

/** Adds, renames and removes passkeys of the caller. */
export function Passkeys({ session }: { readonly session: Session }) {
  const query = useQuery(passkeysQuery)
  const [isAdding, setAdding] = useState(false)
  const [change, setChange] = useState<Change>()
  const columns = useMemo(() => columnsOf(setChange), [])
  const canAdd = hasPasskeys()
  const isLast = !session.user.has_password && query.data?.passkeys.length === 1
  const closeChange = () => setChange(undefined)
  const removed = change?.kind === 'remove' ? change.passkey : undefined
  return (
    <Section
      title={PASSKEYS.title}
      description={PASSKEYS.description}
      isFlush
      actions={
        canAdd && (
          <Button size="sm" variant="default" onClick={() => setAdding(true)}>
            {PASSKEYS.add}
          </Button>
        )
      }
    >
      {!canAdd && <Alert color="yellow">{PASSKEYS.unavailable}</Alert>}
      <Loaded query={query}>
        {({ passkeys }) => (
          <DataTable
            label={PASSKEYS.table}
            rows={passkeys}
            columns={columns}
            rowId={({ id }) => id}
            empty={<EmptyState title={PASSKEYS.empty}>{canAdd && PASSKEYS.emptyAdvice}</EmptyState>}
          />
        )}
      </Loaded>
      <AddPasskey session={session} opened={isAdding} onClose={() => setAdding(false)} />
      <RenamePasskey passkey={change?.kind === 'rename' ? change.passkey : undefined} onClose={closeChange} />
      <ConfirmByName
        opened={removed !== undefined}
        onClose={closeChange}
        title={PASSKEYS.removeTitle}
        action={PASSKEYS.remove}
        onConfirm={() => remove(session.user.id, removed)}
      >
        <Stack gap="xs">
          <Text>{PASSKEYS.removeWarning(removed?.name ?? '')}</Text>
          {isLast && <Text fw={600}>{PASSKEYS.removeLast}</Text>}
        </Stack>
      </ConfirmByName>
    </Section>
  )
}

async function remove(userId: string, passkey: Passkey | undefined): Promise<void> {
  if (passkey === undefined) return
  await withRecentSignIn(userId, () =>
    api.DELETE('/console/api/passkeys/{passkey_id}', {
      params: { path: { passkey_id: passkey.id } },
      headers: { 'content-type': 'application/json' },
    }),
  )
  await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
}

function columnsOf(onChange: (change: Change) => void): readonly Column<Passkey>[] {
  return [
    {
      id: 'name',
      header: PASSKEYS.name,
      width: 'minmax(12rem, 2fr)',
      cell: ({ name, host }) => (
        <div>
          <Text size="sm" truncate title={name}>
            {name}
          </Text>
          {host !== null && host !== window.location.hostname && (
            <Text size="xs" c="dimmed" truncate>
              {PASSKEYS.onlyAt(host)}
            </Text>
          )}
        </div>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: 'added',
      header: PASSKEYS.added,
      cell: ({ created_at: at }) => <Time value={at} />,
      sortBy: ({ created_at: at }) => at,
    },
    {
      id: 'used',
      header: PASSKEYS.lastUse,
      cell: ({ used_at: at }) => (at === null ? PASSKEYS.never : <Time value={at} />),
      sortBy: ({ used_at: at }) => at ?? '',
    },
    {
      id: 'actions',
      header: PASSKEYS.actions,
      width: '12rem',
      align: 'end',
      cell: (passkey) => (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={PASSKEYS.renameOf(passkey.name)}
            onClick={() => onChange({ kind: 'rename', passkey })}
          >
            {PASSKEYS.rename}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={PASSKEYS.removeOf(passkey.name)}
            onClick={() => onChange({ kind: 'remove', passkey })}
          >
            {PASSKEYS.remove}
          </Button>
        </Group>
      ),
    },
  ]
}
