import { appAuthMethods, appStates, hostProofs } from '@portico/rules/apps/app'
import { grantEnds, grantLasts } from '@portico/rules/apps/grant'
import { appParts } from '@portico/rules/apps/scopes'
import { organizationKinds } from '@portico/rules/apps/system'
import { PERSON_ROLES } from '@portico/rules/roles'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Day, Moment, recordId, trimLine, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'

const root = '/rbsmbl/x-services/account'
const persons = { by: 'session', roles: PERSON_ROLES } as const
const Part = v.picklist(appParts)
const Whose = v.picklist(['own', 'child', 'shared'])

const Attestation = v.object({
  sells: v.boolean(),
  keepsMonths: v.nullable(v.number()),
  deletes: v.boolean(),
  hipaa: v.boolean(),
})

/** What we tell people about an app, and who said it (OS-37). */
const App = v.object({
  clientId: v.string(),
  name: v.string(),
  maker: v.string(),
  homeUrl: v.nullable(v.string()),
  policyUrl: v.nullable(v.string()),
  /** Whether the plan has reviewed who is behind the app. */
  isChecked: v.boolean(),
  /** Null: the app has not answered. */
  attestation: v.nullable(Attestation),
})

const RequestParams = v.object({ askId: v.pipe(v.string(), v.regex(/^[\w-]{20,64}$/)) })
const To = v.object({
  /** The address to load next; it leads back to the app. */
  to: v.string(),
})

export const readAppRequest = defineCall({
  method: 'GET',
  path: `${root}/app-requests/{askId}`,
  summary:
    'What an app asks for, in the browser in which it asked (OS-38), and whose data the person may give (OS-40). OTHER-BRAND where the app has asked the members of another brand.',
  audience: persons,
  ...asking,
  audit: { action: 'app.ask', record: 'app' },
  params: RequestParams,
  payload: v.object({
    app: App,
    firstName: v.string(),
    lastName: v.string(),
    /** The parts of the data that the app requests. */
    parts: v.array(Part),
    /** Whether it also wants to read while the person is away. */
    staysConnected: v.boolean(),
    people: v.array(
      v.object({
        personId: Uuid,
        whose: Whose,
        firstName: v.string(),
        lastName: v.string(),
        /** The last day of the right to this person's data. */
        until: v.nullable(Day),
      }),
    ),
  }),
  errors: ['NOT-FOUND', 'OTHER-BRAND', 'SIMULATION-BLOCKED'],
})

export const allowApp = defineCall({
  method: 'POST',
  path: `${root}/app-requests/{askId}`,
  summary:
    'Lets an app read what the person chose (OS-38). Another grant to the same app for the same data is replaced. If the brand asks for it, the person has to confirm who they are again first.',
  audience: persons,
  ...changing,
  audit: { action: ['app.connect', 'app.change'], record: 'app-grant' },
  stepUp: true,
  params: RequestParams,
  body: v.object({
    personId: recordId('person'),
    /** Empty only if the app requests no data, e.g. to know who someone is. */
    parts: v.pipe(v.array(Part), v.maxLength(appParts.length)),
    /** Records that only the person may see (OS-41). */
    sensitive: v.boolean(),
    lasts: v.picklist(grantLasts),
  }),
  payload: To,
  errors: ['NOT-FOUND', 'OTHER-BRAND', 'TOO-MANY-REQUESTS'],
})

export const declineApp = defineCall({
  method: 'DELETE',
  path: `${root}/app-requests/{askId}`,
  summary: 'Refuses an app’s request, and tells the app (OS-38).',
  audience: persons,
  ...changing,
  audit: { action: 'app.decline', record: 'app' },
  params: RequestParams,
  payload: To,
  errors: ['NOT-FOUND'],
})

const ConnectedApps = v.object({
  apps: v.array(
    v.object({
      grantId: Uuid,
      app: App,
      whose: Whose,
      /** Whose data it is; the name is empty if the person may no longer know it. */
      firstName: v.string(),
      lastName: v.string(),
      parts: v.array(Part),
      sensitive: v.boolean(),
      beganAt: Moment,
      changedAt: Moment,
      endsAt: v.nullable(Moment),
      usedAt: v.nullable(Moment),
      /** On how many days it has read data. */
      daysUsed: v.number(),
      endedAt: v.nullable(Moment),
      endedReason: v.nullable(v.picklist(grantEnds)),
    }),
  ),
  /** The apps that can be opened from here (OS-34). */
  offered: v.array(App),
  /** The people whose data can be shared. */
  people: v.array(v.object({ personId: Uuid, firstName: v.string(), lastName: v.string() })),
})

export const listConnectedApps = defineCall({
  method: 'GET',
  path: `${root}/apps`,
  summary:
    'The apps that the person allows to read data, newest first (OS-39), with those whose access ended in the last year.',
  audience: persons,
  ...asking,
  audit: { action: 'apps.read' },
  payload: ConnectedApps,
  errors: [],
})

export const launchApp = defineCall({
  method: 'POST',
  path: `${root}/app-launches`,
  summary:
    'Opens an app that the plan lists (OS-34): the address to load, which tells the app where to ask and for whose data. What the app may read is decided when it asks.',
  audience: persons,
  ...changing,
  audit: { action: 'app.launch', record: 'app' },
  body: v.object({ appId: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)), personId: recordId('person') }),
  payload: To,
  errors: ['NOT-FOUND'],
})

export const endConnectedApp = defineCall({
  method: 'DELETE',
  path: `${root}/apps/{grantId}`,
  summary: 'Ends an app’s access, with all its tokens, at once (OS-39); repeating it changes nothing.',
  audience: persons,
  ...changing,
  audit: { action: 'app.end', record: 'app-grant' },
  params: v.object({ grantId: recordId('grant') }),
  payload: ConnectedApps,
  errors: ['NOT-FOUND'],
})

const RegisteredApps = v.object({
  apps: v.array(
    v.object({
      ...App.entries,
      contactEmail: v.string(),
      redirectUris: v.array(v.string()),
      launchUrl: v.nullable(v.string()),
      authMethod: v.picklist(appAuthMethods),
      /** Whether its developer controls the hosts that it names, as of the last check; null: not checked yet. */
      hosts: v.nullable(
        v.object({
          checkedAt: Moment,
          found: v.array(v.object({ host: v.string(), proof: v.picklist(hostProofs) })),
        }),
      ),
      state: v.picklist(appStates),
      reason: v.nullable(v.string()),
      registeredAt: Moment,
      /** The organization whose system it is (OS-50); null: an app for people. */
      organization: v.nullable(
        v.object({
          kind: v.picklist(organizationKinds),
          name: v.string(),
          npis: v.array(v.string()),
          naic: v.nullable(v.string()),
        }),
      ),
      /** How many people let it read now. */
      people: v.number(),
    }),
  ),
})

export const listApps = defineCall({
  method: 'GET',
  path: `${staffPath}/apps`,
  summary:
    'The registered apps, those to check first (OS-36). For administrators of all brands; WRONG-ROLE for other staff.',
  audience: staff,
  ...asking,
  audit: { action: 'apps.list' },
  payload: RegisteredApps,
  errors: [],
})

export const checkAppHosts = defineCall({
  method: 'POST',
  path: `${staffPath}/apps/{appId}/hosts`,
  summary:
    'Checks whether the hosts that an app names confirm its maker, with a file there or a DNS record (OS-36). For administrators of all brands.',
  audience: staff,
  ...changing,
  audit: { action: 'app.check', record: 'app' },
  params: v.object({ appId: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)) }),
  payload: RegisteredApps,
  errors: ['NOT-FOUND'],
})

export const decideApp = defineCall({
  method: 'POST',
  path: `${staffPath}/apps/{appId}`,
  summary:
    'Lists an app for real data, refuses it, or ends it with all its grants (OS-36). Refusing and ending require a reason, which is sent to its maker.',
  audience: staff,
  ...changing,
  audit: { action: ['app.listed', 'app.refused', 'app.ended'], record: 'app' },
  stepUp: true,
  params: v.object({ appId: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)) }),
  body: v.object({ state: v.picklist(['listed', 'refused', 'ended']), reason: v.optional(trimLine(300), '') }),
  payload: RegisteredApps,
  errors: ['NOT-FOUND', 'FIELD-INVALID'],
})
