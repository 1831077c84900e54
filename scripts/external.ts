/** The packages that are not in the bundle and are installed next to the bundled program. */

/** Native code. */
export const NATIVE = ['sharp'] as const

/** Libraries that only some installations need. If one is missing, the program prints the command that installs it. */
export const OPTIONAL = [
  '@aws-sdk/client-s3',
  '@nats-io/jetstream',
  '@nats-io/transport-node',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-node',
  'compromise',
] as const
