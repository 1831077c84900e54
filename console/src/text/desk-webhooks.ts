/** Texts of the pages where operators see webhooks of all apps. */
export const DESK_WEBHOOKS = {
  title: 'Webhook',
  state: 'State',
  stateHelp: 'The owner of the app registers and removes webhooks in the console.',
  app: 'App',
  id: 'Id',
  environment: 'Environment',
  created: 'Registered',
  invalidText: 'The receiver failed its last challenge. Deliveries wait until it passes a challenge.',
  deliveriesHelp: 'Deliveries without their bodies, which may be direct messages.',
  none: 'No deliveries',
  noneAdvice:
    'Deliveries appear here when users of the webhook act. Choose another outcome to see other deliveries.',
  event: 'Event',
  noEvent: 'The event is no longer in the log.',
  resendAll: 'Send dead-lettered deliveries again',
  resendAllTitle: 'Send dead-lettered deliveries again',
  resendAllText:
    'All dead-lettered deliveries of this webhook are queued again, each at the head of its queue.',
  queuedAll: (count: number) => (count === 1 ? 'Queued 1 delivery.' : `Queued ${count} deliveries.`),
  environments: {
    title: 'Environments of webhooks',
    help: 'Labels for webhooks. If there is a label, the app can use only the labels of this list.',
    none: 'No label. The app may use any label.',
    label: 'Label',
    labelHelp: 'Letters, digits, hyphens and underscores.',
    add: 'Add environment',
    addTitle: 'Add an environment',
    added: (label: string) => `The app has the environment ${label}.`,
  },
} as const
