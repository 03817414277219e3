/** When it happened, ISO. */
interface TimedValues {
  readonly at: string
}
/** Where the button leads: a path of the portal with its hash, e.g. `/login/#/new-password?ticket=…`. */
interface LinkValues {
  readonly link: string
}

/** The values of each template; never anything about someone's health. */
export interface EmailValues {
  'new-message': LinkValues
  /** For someone whom the plan lets read a young child's messages; names no child. */
  'new-message-child': Record<never, string>
  /** How to reach the brand, for someone who requested it (SH-2). */
  'contact-card': Record<never, never>
  /** To customer service, about a person who wants a call. */
  'call-me': { readonly name: string; readonly loginId: string; readonly callPhone: string }
  /** Does not say which form or what the answer is (MP-29). */
  'form-answered': LinkValues
  'order-news': Record<never, string>
  'refill-soon': Record<never, string>
  'premium-due': Readonly<Record<never, string>>
  'payment-received': Readonly<Record<never, string>>
  'payment-failed': Readonly<Record<never, string>>
  'account-ending': Readonly<Record<never, string>>
  'autopay-soon': Readonly<Record<never, string>>
  'autopay-failed': Readonly<Record<never, string>>
  /** The person's copy of what they agreed to: when, the most that one payment takes, and from what, e.g. `Visa 4242`. */
  'autopay-agreed': TimedValues & { readonly method: string }
  'autopay-stopped': TimedValues
  /** A bank has taken a payment back (MP-18); names no amount. */
  'payment-taken-back': TimedValues
  'confirm-email': LinkValues & { readonly validHours: string }
  'confirm-registration': LinkValues & { readonly validHours: string }
  'resume-registration': LinkValues & { readonly days: string }
  'forgotten-login-id': { readonly loginId: string }
  'forgotten-password': LinkValues & { readonly minutes: string }
  /** For an application for coverage: its number, and the last day, `yyyy-mm-dd`, for the first premium. */
  'application-received': LinkValues & { readonly number: string; readonly payBy: string }
  /** For a plan without a premium. */
  'application-complete': LinkValues & { readonly number: string }
  'application-paid': LinkValues & { readonly number: string }
  /** The bank refused the first premium; it can still be paid through `payBy`. */
  'application-unpaid': LinkValues & { readonly number: string; readonly payBy: string }
  'application-effectuated': LinkValues & { readonly number: string; readonly starts: string }
  'application-withdrawn': LinkValues & { readonly number: string }
  /** To a client, from the agent they asked; names neither the client nor the plans (AG-6). */
  'plan-proposal': LinkValues & {
    readonly agentName: string
    readonly agencyName: string
    readonly npn: string
    readonly validDays: string
  }
  /** To an agent: how many clients were handed to them, without names (AG-5). */
  'clients-handed-over': { readonly count: string }
  'guardian-pin': LinkValues & { readonly pin: string; readonly minutes: string }
  /** How many days the link works. */
  'access-invitation': LinkValues & { readonly validDays: string }
  'access-began': TimedValues
  'access-ended': TimedValues
  /** None of these names the app: its name may reveal what ails its user (OS-39). */
  'app-connected': TimedValues
  'app-changed': TimedValues
  /** `at`: when it ends. */
  'app-ending': TimedValues
  'app-ended': TimedValues
  /** To the developer of an app, about the staff's decision (OS-36). */
  'app-approved': { readonly appName: string }
  'app-refused': { readonly appName: string; readonly reason: string }
  'app-stopped': { readonly appName: string; readonly reason: string }
  /** To a staff member, who chooses a password with the link (AD-2). */
  'staff-invitation': LinkValues & { readonly loginId: string; readonly hours: string }
  'agent-invitation': LinkValues & { readonly loginId: string; readonly hours: string }
  /** To an administrator who can confirm another's request; says neither what nor for whom. */
  'staff-confirmation': { readonly days: string }
  /** To administrators who can release held nightly files: the name of their brand; nothing of what is in them (FD-7). */
  'feed-held': TimedValues & { readonly feedBrand: string }
  /** `sender` as files name it; `at`: when its files were expected. */
  'feed-late': TimedValues & { readonly feedBrand: string; readonly sender: string }
  'second-factor-reset': TimedValues
  'password-changed': TimedValues
  'email-changed': TimedValues
  'account-closed': TimedValues
  /** Names no provider: the doctors that someone sees reveal what ails them (MP-23). */
  'saved-providers': Record<never, never>
  /** `device`: browser and system, e.g. `Firefox, Windows`. */
  'new-device': TimedValues & { readonly device: string }
}

export type EmailTemplate = keyof EmailValues

interface Shape {
  /** Where the button leads if no value says so. */
  readonly link?: string
  /** Whether the member can turn it off. */
  readonly optional?: true
  /** Its reader may have no member account, like staff and agents, so it mentions neither that account nor the message center. */
  readonly noAccount?: true
  /** Values for the previews. */
  readonly sample: Readonly<Record<string, string>>
}

const appName = 'Sample App'
const reason = 'Its address does not answer.'
const at = '2026-11-18T14:12:00.000Z'

/** Every e-mail that the portal sends. */
export const emailTemplates = {
  'contact-card': { noAccount: true, link: '/msg/#!/contact-us', sample: {} },
  'call-me': {
    noAccount: true,
    link: '/login/',
    sample: { name: 'Sam Ple', loginId: 'SAMPLE01', callPhone: '555-555-0100' },
  },
  'new-message': { optional: true, sample: { link: '/msg/#!/message-center/SAMPLE' } },
  // Links to the page for choosing a child: the message opens only from there.
  'new-message-child': { optional: true, link: '/mbr/#!/account/people', sample: {} },
  'form-answered': { optional: true, sample: { link: '/msg/#!/message-center/SAMPLE' } },
  // Links to the home page: an address that names prescriptions would reveal health data.
  'order-news': { optional: true, link: '/mbr/#!/landing', sample: {} },
  'refill-soon': { optional: true, link: '/mbr/#!/landing', sample: {} },
  'premium-due': { optional: true, link: '/login/#/ebill', sample: {} },
  'payment-received': { optional: true, link: '/login/#/ebill', sample: {} },
  'payment-failed': { optional: true, link: '/login/#/ebill', sample: {} },
  'account-ending': { optional: true, link: '/spa/#/spendingSummary', sample: {} },
  'autopay-soon': { optional: true, link: '/login/#/ebill', sample: {} },
  'autopay-failed': { optional: true, link: '/login/#/ebill', sample: {} },
  'autopay-agreed': { link: '/login/#/ebill', sample: { at, method: 'Visa 4242' } },
  'autopay-stopped': { link: '/login/#/ebill', sample: { at } },
  'payment-taken-back': { link: '/login/#/ebill', sample: { at } },
  'confirm-email': { sample: { link: '/login/#/confirm-email?ticket=SAMPLE', validHours: '24' } },
  'confirm-registration': {
    noAccount: true,
    sample: { link: '/login/#/confirm-registration?ticket=SAMPLE', validHours: '24' },
  },
  'resume-registration': { noAccount: true, sample: { link: '/login/#/resume-registration?ticket=SAMPLE', days: '7' } },
  'forgotten-login-id': { link: '/login/', sample: { loginId: 'SAMPLE01' } },
  'forgotten-password': { sample: { link: '/login/#/new-password?ticket=SAMPLE', minutes: '15' } },
  'application-received': {
    noAccount: true,
    sample: { link: '/shop/#/application?ticket=SAMPLE', number: '123456789012', payBy: '2027-01-16' },
  },
  'application-complete': {
    noAccount: true,
    sample: { link: '/shop/#/application?ticket=SAMPLE', number: '123456789012' },
  },
  'application-paid': {
    noAccount: true,
    sample: { link: '/shop/#/application?ticket=SAMPLE', number: '123456789012' },
  },
  'application-unpaid': {
    noAccount: true,
    sample: { link: '/shop/#/application?ticket=SAMPLE', number: '123456789012', payBy: '2027-01-16' },
  },
  'application-effectuated': {
    noAccount: true,
    sample: { link: '/shop/#/application?ticket=SAMPLE', number: '123456789012', starts: '2027-01-01' },
  },
  'application-withdrawn': {
    noAccount: true,
    sample: { link: '/shop/#/application?ticket=SAMPLE', number: '123456789012' },
  },
  'plan-proposal': {
    noAccount: true,
    sample: {
      link: '/shop/#/proposal?ticket=SAMPLE',
      agentName: 'Sam Ple',
      agencyName: 'Sample Benefits',
      npn: '1234567',
      validDays: '60',
    },
  },
  'clients-handed-over': { noAccount: true, link: '/mbr/#!/producer/clients', sample: { count: '12' } },
  'guardian-pin': { noAccount: true, sample: { link: '/login/#/guardian', pin: '123456', minutes: '15' } },
  'access-invitation': { noAccount: true, sample: { link: '/login/#/invitation?ticket=SAMPLE', validDays: '7' } },
  'access-began': { link: '/mbr/#!/account/people', sample: { at } },
  'access-ended': { link: '/mbr/#!/account/people', sample: { at } },
  'app-connected': { link: '/mbr/#!/account/apps', sample: { at } },
  'app-changed': { link: '/mbr/#!/account/apps', sample: { at } },
  'app-ending': { link: '/mbr/#!/account/apps', sample: { at } },
  'app-ended': { link: '/mbr/#!/account/apps', sample: { at } },
  'app-approved': { noAccount: true, link: '/developers/', sample: { appName } },
  'app-refused': { noAccount: true, link: '/developers/', sample: { appName, reason } },
  'app-stopped': { noAccount: true, link: '/developers/', sample: { appName, reason } },
  'staff-invitation': {
    noAccount: true,
    sample: { link: '/login/#/new-password?ticket=SAMPLE', loginId: 'SAMPLE01', hours: '72' },
  },
  'agent-invitation': {
    noAccount: true,
    sample: { link: '/login/#/new-password?ticket=SAMPLE', loginId: 'SAMPLE01', hours: '72' },
  },
  'staff-confirmation': { noAccount: true, link: '/msg/#!/administration', sample: { days: '7' } },
  'feed-held': { noAccount: true, link: '/msg/#!/administration/running', sample: { at, feedBrand: 'Sample Health' } },
  'feed-late': {
    noAccount: true,
    link: '/msg/#!/administration/running',
    sample: { at, feedBrand: 'Sample Health', sender: 'SAMPLECLAIMS' },
  },
  'second-factor-reset': { link: '/mbr/#!/account/security', sample: { at } },
  'password-changed': { link: '/mbr/#!/account/activity', sample: { at } },
  'account-closed': { noAccount: true, link: '/msg/#!/contact-us', sample: { at } },
  'saved-providers': { link: '/login/#/finder/saved', sample: {} },
  'email-changed': { link: '/mbr/#!/account/activity', sample: { at } },
  'new-device': { link: '/mbr/#!/account/devices', sample: { at, device: 'Firefox, Windows' } },
} as const satisfies Record<EmailTemplate, Shape>

export function findShape(template: EmailTemplate): Shape {
  return emailTemplates[template]
}

export function isEmailTemplate(name: string): name is EmailTemplate {
  return Object.hasOwn(emailTemplates, name)
}
