import { ActionIcon, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { Section } from '../../components/Section.tsx'
import { WEBHOOKS } from '../../text/webhooks.ts'

const TEXTS = WEBHOOKS.environments

interface Props {
  readonly appId: string
  readonly environments: readonly string[]
}

export function Environments({ appId, environments }: Props) {
  const queryClient = useQueryClient()
  const [removed, setRemoved] = useState<string>()
  const form = useForm({ initialValues: { label: '' } })
  const add = useMutation({
    mutationFn: ({ label }: typeof form.values) =>
      dataOf(
        api.POST('/console/api/apps/{app_id}/environments', {
          params: { path: { app_id: appId } },
          body: { label: label.trim() },
        }),
      ),
    meta: { isShownInForm: true },
    onError: (error) => form.setFieldError('label', asProblem(error).message),
    onSuccess: async () => {
      form.reset()
      await queryClient.invalidateQueries({ queryKey: ['app', appId, 'environments'] })
    },
  })
  const remove = async (label: string) => {
    await api.DELETE('/console/api/apps/{app_id}/environments/{label}', {
      params: { path: { app_id: appId, label } },
      headers: { 'content-type': 'application/json' },
    })
    await queryClient.invalidateQueries({ queryKey: ['app', appId, 'environments'] })
  }
  return (
    <Section title={TEXTS.title} description={TEXTS.description}>
      <Stack>
        {environments.length === 0 ? (
          <Text c="dimmed">{TEXTS.none}</Text>
        ) : (
          <Group gap="xs">
            {environments.map((each) => (
              <Badge
                key={each}
                variant="outline"
                tt="none"
                rightSection={<Remove label={each} onRemove={setRemoved} />}
              >
                {each}
              </Badge>
            ))}
          </Group>
        )}
        <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
          <Group align="flex-end">
            <TextInput label={TEXTS.label} placeholder="dev" required {...form.getInputProps('label')} />
            <Button type="submit" variant="default" loading={add.isPending}>
              {TEXTS.add}
            </Button>
          </Group>
        </form>
        <ConfirmByName
          opened={removed !== undefined}
          onClose={() => setRemoved(undefined)}
          title={TEXTS.removeTitle}
          action={TEXTS.remove}
          onConfirm={() => remove(removed ?? '')}
        >
          <Text>{TEXTS.removeWarning(removed ?? '')}</Text>
        </ConfirmByName>
      </Stack>
    </Section>
  )
}

interface RemoveProps {
  readonly label: string
  readonly onRemove: (label: string) => void
}

function Remove({ label, onRemove }: RemoveProps) {
  return (
    <ActionIcon
      size={24}
      variant="subtle"
      color="gray"
      aria-label={TEXTS.removeOf(label)}
      onClick={() => onRemove(label)}
    >
      <IconX size={14} />
    </ActionIcon>
  )
}
