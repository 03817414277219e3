/** A member's latest choice about doctors who treat them and their earlier plan (OS-42). */
export interface Choice {
  readonly id: string
  readonly withProviders: boolean
  readonly asksEarlierPlan: boolean
  readonly earlierPlan: string | null
  readonly chosenAt: Date
}

const kinds = ['providers', 'earlier-plan'] as const

/** A member's choices as Consents: one about those who treat them, one about their earlier plan. */
export function buildConsents(
  choice: Choice,
  memberId: string,
  plan: string,
): { readonly id: string; readonly body: string }[] {
  const { withProviders, asksEarlierPlan, earlierPlan, chosenAt } = choice
  const us = { display: plan }
  return kinds.map((kind) => {
    const id = `${choice.id}.${kind}`
    const isPermitted = kind === 'providers' ? withProviders : asksEarlierPlan
    const [from, to] =
      kind === 'providers'
        ? [us, { display: 'Providers who treat the member' }]
        : [{ display: earlierPlan ?? 'An earlier plan' }, us]
    const buildActor = (system: string, code: string, reference: object) => ({
      ...{ role: { coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code }] }, reference },
    })
    const body = JSON.stringify({
      ...{ resourceType: 'Consent', id },
      meta: { versionId: '1', lastUpdated: chosenAt.toISOString() },
      ...{ status: 'active', dateTime: chosenAt.toISOString(), patient: { reference: `Patient/${memberId}` } },
      scope: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentscope', code: 'patient-privacy' }] },
      category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'IDSCL' }] }],
      organization: [us],
      policy: [{ uri: 'http://hl7.org/fhir/us/davinci-hrex/StructureDefinition-hrex-consent.html#regular' }],
      provision: {
        type: isPermitted ? 'permit' : 'deny',
        actor: [
          buildActor('provenance-participant-type', 'performer', from),
          buildActor('v3-ParticipationType', 'IRCP', to),
        ],
        action: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentaction', code: 'disclose' }] }],
        ...(kind === 'providers' && {
          purpose: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason', code: 'TREAT' }],
        }),
      },
    })
    return { id, body }
  })
}
