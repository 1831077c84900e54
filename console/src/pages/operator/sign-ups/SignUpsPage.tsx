import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SIGN_UPS } from '../../../text/sign-ups.ts'
import { Invitations } from './Invitations.tsx'
import { Waiting } from './Waiting.tsx'

/** Shows sign-ups that wait for approval, and invitations. */
export function SignUpsPage() {
  const [rule, setRule] = useState<string>()
  const text = rule === undefined ? undefined : SIGN_UPS.rules[rule]
  return (
    <Stack gap="lg">
      <PageHeader title={SIGN_UPS.title} description={SIGN_UPS.help} />
      {text !== undefined && <Alert color={rule === 'closed' ? 'orange' : 'blue'}>{text}</Alert>}
      <Waiting onRule={setRule} />
      <Invitations />
    </Stack>
  )
}
