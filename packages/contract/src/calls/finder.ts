import { MAX_MILES, maxSaved, providerKinds, reportKinds, reportOutcomes } from '@portico/rules/finder/limits'
import { specialties } from '@portico/rules/finder/specialties'
import { checkSearch } from '@portico/rules/validation/search'
import * as v from 'valibot'
import { asking, changing, defineCall } from '../call.ts'
import { Day, Moment, recordId, ShortText, trimLine, trimLines, Uuid } from '../fields.ts'
import { staff, staffPath } from '../staff.ts'
import { FileInStubs } from './attachments.ts'

const path = '/rbsmbl/x-services/finder/v1'
const anyone = { by: 'anyone' } as const
const members = { by: 'session', roles: ['MEMBER'] } as const
const asks = { method: 'POST', audience: anyone, ...asking } as const
const changes = { audience: members, ...changing } as const

/** The text in the search box; empty: everything that matches the filters. */
const Words = v.optional(
  v.pipe(
    v.string(),
    v.check((value) => value.trim() === '' || checkSearch(value) === null),
  ),
  '',
)
/** A ZIP code or a town. */
const Place = v.optional(v.pipe(v.string(), v.maxLength(64)), '')
const Point = v.object({
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  lon: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
})
const Miles = v.pipe(v.number(), v.minValue(1), v.maxValue(MAX_MILES))
const Specialty = v.picklist(specialties)
/** The NPI, or one of our own ids. */
export const ProviderId = v.pipe(v.string(), v.minLength(1), v.maxLength(80), v.regex(/^[\w.-]+$/))
const MaybeText = v.nullable(v.string())
const Known = v.nullable(v.boolean())

const Named = v.object({ id: Specialty, name: v.string() })

const Network = v.object({
  networkId: v.string(),
  name: v.string(),
  /** Null: not stated. */
  accepting: Known,
  primaryCare: v.boolean(),
})

/** A provider at one place. */
const Entry = v.object({
  providerId: v.string(),
  place: v.string(),
  npi: MaybeText,
  kind: v.picklist(providerKinds),
  name: v.string(),
  credential: MaybeText,
  specialties: v.array(Named),
  /** In the directory's words, if it is none of our kinds; null: not stated, or it is one of ours. */
  specialtyName: MaybeText,
  address: MaybeText,
  city: MaybeText,
  state: MaybeText,
  zip: MaybeText,
  lat: v.number(),
  lon: v.number(),
  /** Whether the point is the building itself rather than the center of its ZIP code. */
  exact: v.boolean(),
  phone: MaybeText,
  website: MaybeText,
  hours: MaybeText,
  gender: v.nullable(v.picklist(['F', 'M', 'X'])),
  languages: v.array(v.string()),
  accepting: Known,
  telehealth: Known,
  wheelchair: Known,
  saturday: Known,
  affiliations: v.array(v.string()),
  /** Stars out of five. */
  rating: v.nullable(v.number()),
  /** The brand's networks that it belongs to today. */
  networks: v.array(Network),
  verifiedOn: v.nullable(Day),
  /** Confirmed in the last 90 days. */
  verified: v.boolean(),
  /** What staff have since found to be wrong at this place; for a network, its name. */
  corrected: v.array(v.object({ kind: v.picklist(reportKinds), value: MaybeText })),
  /** Statute miles; null: no starting point was given. */
  miles: v.nullable(v.number()),
})

/** A provider at their best matching place, with their other matching places. */
const FoundEntry = v.object({
  ...Entry.entries,
  others: v.array(v.object({ place: v.string(), city: MaybeText, state: MaybeText, miles: v.nullable(v.number()) })),
  /** How many more match. */
  moreOthers: v.number(),
})

const filters = {
  networks: v.optional(v.pipe(v.array(ShortText), v.maxLength(20)), []),
  kinds: v.optional(v.pipe(v.array(v.picklist(providerKinds)), v.maxLength(providerKinds.length)), []),
  accepting: v.optional(v.boolean(), false),
  telehealth: v.optional(v.boolean(), false),
  wheelchair: v.optional(v.boolean(), false),
  saturday: v.optional(v.boolean(), false),
  gender: v.optional(v.picklist(['F', 'M', 'X'])),
  spoken: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}$/))),
  hospital: v.optional(ShortText),
}
export const filterNames = [
  'networks',
  'kinds',
  'accepting',
  'telehealth',
  'wheelchair',
  'saturday',
  'gender',
  'spoken',
  'hospital',
] as const

/** Where a provider is, shown next to their price. */
export const ProviderPlace = v.pick(Entry, [
  ...(['providerId', 'name', 'address', 'city', 'state', 'zip', 'phone', 'lat', 'lon', 'miles'] as const),
])

/** A picture of a map in its own units, drawn by the server. */
export const MapPicture = v.object({
  width: v.number(),
  height: v.number(),
  /** Outlines, as data of an SVG path. */
  counties: v.string(),
  states: v.string(),
  towns: v.array(v.object({ name: v.string(), x: v.number(), y: v.number() })),
  ring: v.nullable(v.object({ x: v.number(), y: v.number(), r: v.number(), miles: v.number() })),
  pins: v.array(
    v.object({
      x: v.number(),
      y: v.number(),
      count: v.number(),
      /** The positions in the list, from 1, of the first few entries at this point. */
      numbers: v.array(v.number()),
      lat: v.number(),
      lon: v.number(),
    }),
  ),
  /** The area to request from a map service, coarser than the picture, in degrees, and where it is in the picture. */
  area: v.object({
    west: v.number(),
    south: v.number(),
    east: v.number(),
    north: v.number(),
    x: v.number(),
    y: v.number(),
    width: v.number(),
    height: v.number(),
  }),
})

export const findProviders = defineCall({
  ...asks,
  ofNoOne: true,
  path: `${path}/search`,
  summary: 'Searches for providers near a place by name, specialty or complaint (MP-22). The words are in the body.',
  heavy: true,
  body: v.object({
    brand: ShortText,
    text: Words,
    /** A specialty from an answer, in place of the text. */
    specialty: v.optional(Specialty),
    place: Place,
    point: v.optional(Point),
    miles: v.optional(Miles, 25),
    sort: v.optional(v.picklist(['best', 'distance', 'name']), 'best'),
    page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)), 1),
    ...filters,
  }),
  payload: v.object({
    /** `not-loaded`: the plan has sent no directory. */
    state: v.picklist(['found', 'none', 'place-unknown', 'not-loaded']),
    understood: v.array(Named),
    /** Where the search looked: `Pittsburgh, PA`; null: everywhere. */
    place: MaybeText,
    center: v.nullable(Point),
    /** One entry for each provider. */
    entries: v.array(FoundEntry),
    total: v.number(),
    /** There are more results than are listed. */
    more: v.boolean(),
    page: v.number(),
    map: v.nullable(MapPicture),
    /** Changes that would bring results if there were none. */
    widen: v.array(
      v.variant('change', [
        v.object({ change: v.literal('miles'), miles: v.number(), count: v.number() }),
        v.object({
          change: v.literal('filter'),
          filter: v.picklist(filterNames),
          /** The radius that the change needs as well; null: the same radius is enough. */
          miles: v.nullable(v.number()),
          count: v.number(),
        }),
      ]),
    ),
    /** The nearest provider if nobody is near enough, with unchanged filters; null: nobody, or there are results. */
    nearest: v.nullable(Entry),
    /** What the directory knows about at least one provider, so that people can filter by it. */
    known: v.object({
      gender: v.boolean(),
      accepting: v.boolean(),
      telehealth: v.boolean(),
      wheelchair: v.boolean(),
      saturday: v.boolean(),
      languages: v.array(v.string()),
      hospitals: v.array(v.string()),
      networks: v.array(v.object({ networkId: v.string(), name: v.string() })),
    }),
    loadedAt: v.nullable(Moment),
  }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

export const suggestProviders = defineCall({
  ...asks,
  ofNoOne: true,
  path: `${path}/suggest`,
  summary:
    'Suggestions for what someone has started to type (MP-22); providers nearest to the place first, if one is given.',
  heavy: true,
  body: v.object({ brand: ShortText, text: Words, place: Place }),
  payload: v.object({
    specialties: v.array(Named),
    providers: v.array(v.object({ providerId: v.string(), name: v.string(), city: MaybeText, state: MaybeText })),
  }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

const Provider = v.object({
  entries: v.array(Entry),
  /** How many more places they have. */
  more: v.number(),
})

export const readProvider = defineCall({
  ...asks,
  ofNoOne: true,
  path: `${path}/provider`,
  summary: 'Everything the directory says about some providers (MP-23).',
  heavy: true,
  body: v.object({
    brand: ShortText,
    providerIds: v.pipe(v.array(ProviderId), v.minLength(1), v.maxLength(maxSaved)),
    place: Place,
  }),
  payload: Provider,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

export const storesNear = defineCall({
  ...asks,
  ofNoOne: true,
  path: '/rbsmbl/x-services/storeLocator/v1/near',
  summary: 'Pharmacies and offices of the plan by latitude and longitude, within 3000 statute miles (MP-27, CO-1).',
  heavy: true,
  body: v.object({
    brand: ShortText,
    latitude: Point.entries.lat,
    longitude: Point.entries.lon,
    radius: v.optional(Miles, MAX_MILES),
    kinds: v.optional(v.pipe(v.array(v.picklist(['pharmacy', 'store'])), v.minLength(1), v.maxLength(2)), [
      'pharmacy',
      'store',
    ]),
  }),
  payload: v.object({ stores: v.array(Entry) }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'TOO-MANY-REQUESTS'],
})

export const printProviders = defineCall({
  ...asks,
  audience: members,
  audit: { action: 'finder.print' },
  path: `${path}/print`,
  summary: 'A list of providers as PDF (MP-23).',
  body: v.object({
    brand: ShortText,
    providerIds: v.pipe(v.array(ProviderId), v.minLength(1), v.maxLength(maxSaved)),
    place: Place,
  }),
  file: true,
  payload: FileInStubs,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'UNAVAILABLE', 'TOO-MANY-REQUESTS'],
})

const Kept = v.object({ providerId: v.string(), name: v.string() })

/** A child for whom the subscriber chooses, with the age that a primary doctor must fit. */
const Child = v.object({ personId: Uuid, firstName: v.string(), age: v.number(), primaryCare: v.nullable(Kept) })

const MemberFinder = v.object({
  /** The member's home according to the plan; null: it does not say. */
  zip: MaybeText,
  networks: v.array(v.object({ networkId: v.string(), name: v.string() })),
  saved: v.array(Kept),
  primaryCare: v.nullable(Kept),
  /** The member's age in full years. */
  age: v.number(),
  children: v.array(Child),
  reports: v.array(
    v.object({
      providerId: v.string(),
      /** Empty: all places. */
      place: v.string(),
      name: v.string(),
      kind: v.picklist(reportKinds),
      reportedAt: Moment,
      dueOn: Day,
      outcome: v.nullable(v.picklist(reportOutcomes)),
    }),
  ),
})

export const memberFinder = defineCall({
  method: 'GET',
  path: `${path}/mine`,
  summary: 'The member’s own networks, saved providers, primary doctor and reports (MP-23, MP-25).',
  audience: members,
  ...asking,
  audit: { action: 'finder.read', record: 'member' },
  payload: MemberFinder,
  errors: [],
})

export const saveProvider = defineCall({
  ...changes,
  method: 'PUT',
  path: `${path}/saved`,
  summary: 'Saves a provider, or removes one from the saved ones (MP-23).',
  body: v.object({ providerId: ProviderId, saved: v.boolean() }),
  audit: { action: ['finder.save', 'finder.unsave'], record: 'member' },
  payload: MemberFinder,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT'],
})

export const choosePrimaryCare = defineCall({
  ...changes,
  method: 'PUT',
  path: `${path}/primary-care`,
  summary:
    'Chooses the primary doctor, if the networks use one and the doctor takes that age (MP-23); null: none. `personId` is a child of the subscriber; if left out, the member.',
  body: v.object({ chosen: v.nullable(ProviderId), personId: v.optional(recordId('person')) }),
  audit: { action: 'finder.primary-care', record: 'member' },
  payload: MemberFinder,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT'],
})

export const recordShown = defineCall({
  ...changes,
  method: 'POST',
  path: `${path}/shown`,
  summary: 'Records what the directory says about a provider right now, which the member may rely on (MP-25).',
  body: v.object({ providerId: ProviderId }),
  audit: { action: 'finder.shown', record: 'member' },
  payload: v.object({
    shown: v.array(
      v.object({
        shownAt: Moment,
        entries: v.array(
          v.object({
            address: MaybeText,
            phone: MaybeText,
            networks: v.array(v.string()),
            accepting: Known,
          }),
        ),
      }),
    ),
    /** The number of records; the answer lists the newest 20. */
    total: v.number(),
  }),
  errors: ['FIELD-INVALID', 'NOT-FOUND'],
})

export const reportProvider = defineCall({
  ...changes,
  method: 'POST',
  path: `${path}/reports`,
  summary:
    'Reports that an entry, a provider at one place, is wrong; staff settle it within two business days (MP-25).',
  onceBy: 'reportId',
  body: v.object({
    reportId: Uuid,
    providerId: ProviderId,
    /** The place of the reported entry. */
    place: v.pipe(v.string(), v.regex(/^\w{1,20}$/)),
    wrong: v.picklist(reportKinds),
    /** The network that they are not in; empty: none of those listed. */
    networkId: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    note: v.optional(trimLines(500), ''),
  }),
  audit: { action: 'finder.report', record: 'member' },
  payload: v.object({ dueOn: Day }),
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT', 'TOO-MANY-REQUESTS'],
})

export const sendSavedProviders = defineCall({
  ...changes,
  audit: { action: 'finder.send', record: 'member' },
  method: 'POST',
  path: `${path}/saved/email`,
  summary: 'Sends the member a link to what they saved; the e-mail names no one and no condition (MP-23).',
  /** False: we have no address for the member, or nothing is saved. */
  payload: v.object({ sent: v.boolean() }),
  errors: ['TOO-MANY-REQUESTS'],
})

const Report = v.object({
  reportId: Uuid,
  brand: v.string(),
  providerId: v.string(),
  name: v.string(),
  address: MaybeText,
  phone: MaybeText,
  /** Networks that the report says are wrong. */
  networks: v.array(v.string()),
  kind: v.picklist(reportKinds),
  note: v.string(),
  reportedAt: Moment,
  dueOn: Day,
  overdue: v.boolean(),
  outcome: v.nullable(v.picklist(reportOutcomes)),
})

const DirectoryWork = v.object({
  reports: v.array(Report),
  open: v.number(),
  overdue: v.number(),
  /** Reports of the past year that staff have settled, and in how many of them the entry was right. */
  settled: v.number(),
  right: v.number(),
  entries: v.number(),
  /** Entries that were confirmed in the last 90 days. */
  verified: v.number(),
})

export const directoryReports = defineCall({
  method: 'GET',
  path: `${staffPath}/directory`,
  summary:
    "Members' reports of errors in the directory, earliest due first, and how accurate the directory is (MP-25).",
  audience: staff,
  ...asking,
  audit: { action: 'directory.reports', record: 'directory-report' },
  payload: DirectoryWork,
  errors: [],
})

export const settleReport = defineCall({
  method: 'PUT',
  path: `${staffPath}/directory/reports`,
  summary: 'Settles a report; the place is corrected, or its entry removed, at once (MP-25).',
  audience: staff,
  ...changing,
  audit: [{ action: 'directory.settle', record: 'directory-report' }, directoryReports.audit],
  body: v.object({
    settleId: Uuid,
    outcome: v.picklist(reportOutcomes),
    /** The right value: a phone number, an address. */
    correction: v.optional(trimLine(200), ''),
  }),
  payload: DirectoryWork,
  errors: ['FIELD-INVALID', 'NOT-FOUND', 'CONFLICT'],
})
