import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Session } from '../../session/session.ts'
import { ACCOUNT } from '../../text/account.ts'
import { ExistingUserForm } from './ExistingUserForm.tsx'
import { NetworkUserForm } from './NetworkUserForm.tsx'

const WAYS = [
  { value: 'new', label: ACCOUNT.newUser },
  { value: 'existing', label: ACCOUNT.existingUser },
]

interface Props {
  readonly onChosen?: (session: Session) => void
}

/** Chooses the network user whose apps the caller manages: a new or an existing user. Both forms keep their input. */
export function ChooseUser({ onChosen }: Props) {
  const [way, setWay] = useState('new')
  return (
    <Stack gap="md" maw="26rem">
      <SegmentedControl fullWidth aria-label={ACCOUNT.user} data={WAYS} value={way} onChange={setWay} />
      <div hidden={way !== 'new'}>
        <NetworkUserForm onCreated={onChosen} />
      </div>
      <div hidden={way !== 'existing'}>
        <ExistingUserForm onChosen={onChosen} />
      </div>
    </Stack>
  )
}
