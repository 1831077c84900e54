import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { REFERENCE } from '../../text/reference.ts'
import { type CallValues, pathOf, sentOf } from './call.ts'
import type { Operation, Parameter } from './document.ts'
import { TrialResult } from './TrialResult.tsx'

interface Props {
  readonly operation: Operation
  readonly call: CallValues
  readonly onChange: (call: CallValues) => void
}

interface OwnApp {
  readonly id: string
  readonly name: string
}

export function TryIt(props: Props) {
  const apps = useQuery({ queryKey: ['apps'], queryFn: () => dataOf(api.GET('/console/api/apps')) })
  return (
    <Loaded query={apps} lines={3}>
      {({ apps: own }) =>
        own.length === 0 ? (
          <EmptyState title={REFERENCE.noApps} action={<Link to="/apps">{REFERENCE.toApps}</Link>}>
            {REFERENCE.noAppsAdvice}
          </EmptyState>
        ) : (
          <TryForm {...props} apps={own} />
        )
      }
    </Loaded>
  )
}

type As = 'bearer' | 'owner'

function TryForm({ operation, call, onChange, apps }: Props & { readonly apps: readonly OwnApp[] }) {
  const { method, path, parameters, body, security, isStream } = operation
  const ways = waysOf(security)
  const [appId, setAppId] = useState(apps[0]?.id ?? '')
  const [as, setAs] = useState<As>(ways[0] ?? 'bearer')
  const [isAsking, setAsking] = useState(false)
  const [hasTried, setTried] = useState(false)
  const [showsOptional, setShowsOptional] = useState(parameters.every(({ isRequired }) => !isRequired))
  const trial = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/console/api/apps/{app_id}/try', {
          params: { path: { app_id: appId } },
          body: {
            method,
            path: pathOf(operation, call),
            as,
            query: sentOf(operation, call, 'query'),
            ...(body === 'form' ? { form: sentOf(operation, call, 'form') } : {}),
            ...(body === 'json' ? { json: call.json } : {}),
          },
        }),
      ),
    meta: { isShownInForm: true },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (parameters.some((each) => each.isRequired && !call.values[each.name])) return
    if (method === 'GET') trial.mutate()
    else setAsking(true)
  }
  const field = (parameter: Parameter) => (
    <TextInput
      key={`${parameter.place} ${parameter.name}`}
      label={parameter.name}
      description={parameter.description}
      withAsterisk={parameter.isRequired}
      placeholder={parameter.limits[0] ?? parameter.type}
      autoComplete="off"
      spellCheck={false}
      value={call.values[parameter.name] ?? ''}
      error={hasTried && parameter.isRequired && !call.values[parameter.name] ? REFERENCE.missing : undefined}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...call, values: { ...call.values, [parameter.name]: value } })
      }
    />
  )
  const appName = apps.find(({ id }) => id === appId)?.name ?? ''
  const optional = parameters.filter(({ isRequired }) => !isRequired)
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group gap="sm" grow preventGrowOverflow={false}>
          <NativeSelect
            label={REFERENCE.app}
            data={apps.map(({ id, name }) => ({ value: id, label: name }))}
            value={appId}
            onChange={(event) => setAppId(event.currentTarget.value)}
          />
          <NativeSelect
            label={REFERENCE.sendAs}
            data={ways.map((way) => ({ value: way, label: WAY_NAMES[way] }))}
            value={as}
            onChange={(event) => setAs(event.currentTarget.value as As)}
          />
        </Group>
        {parameters.filter(({ isRequired }) => isRequired).map(field)}
        {body === 'json' && (
          <Textarea
            label={REFERENCE.json}
            autosize
            minRows={3}
            maxRows={16}
            spellCheck={false}
            ff="monospace"
            value={call.json}
            onChange={(event) => onChange({ ...call, json: event.currentTarget.value })}
          />
        )}
        {optional.length > 0 && (
          <>
            <Group>
              <Button
                variant="default"
                size="xs"
                aria-expanded={showsOptional}
                onClick={() => setShowsOptional(!showsOptional)}
              >
                {REFERENCE.onlyFilled} ({optional.length})
              </Button>
            </Group>
            {showsOptional && <Stack gap="sm">{optional.map(field)}</Stack>}
          </>
        )}
        <Group>
          <Button type="submit" loading={trial.isPending}>
            {REFERENCE.send}
          </Button>
          {isStream && (
            <Text size="sm" c="dimmed">
              {REFERENCE.streamHint}
            </Text>
          )}
        </Group>
        <div aria-live="polite">
          {trial.error !== null && (
            <Alert color="red" role="alert">
              {asProblem(trial.error).message}
            </Alert>
          )}
          {trial.data !== undefined && <TrialResult trial={trial.data} />}
        </div>
      </Stack>
      <Dialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={REFERENCE.confirmTitle}
        closeButtonProps={{ 'aria-label': REFERENCE.cancel }}
      >
        <Stack>
          <Text>{REFERENCE.confirmText(`${method} ${path}`, appName)}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)}>
              {REFERENCE.cancel}
            </Button>
            <Button
              data-autofocus
              onClick={() => {
                setAsking(false)
                trial.mutate()
              }}
            >
              {REFERENCE.confirm}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </form>
  )
}

const WAY_NAMES: Readonly<Record<As, string>> = { bearer: REFERENCE.asBearer, owner: REFERENCE.asOwner }

/**
 * The ways to authenticate that the endpoint accepts. If it accepts neither a bearer token nor a signature,
 * the page offers both, and the response says why the request failed.
 */
function waysOf(security: readonly string[]): readonly As[] {
  const ways = [
    ...(security.includes('bearerToken') ? (['bearer'] as const) : []),
    ...(security.includes('userSignature') ? (['owner'] as const) : []),
  ]
  return ways.length === 0 ? ['bearer', 'owner'] : ways
}
