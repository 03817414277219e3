import type { Step } from '../steps.ts'

/** The key that signs SAML sign-out messages to a provider, sealed with the data key, and its certificate (OS-63). */
export const steps: readonly Step[] = [
  'alter table identity_connection add column if not exists signing_key bytea',
  'alter table identity_connection add column if not exists signing_certificate text',
]
