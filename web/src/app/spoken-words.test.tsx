import { stubs } from '@portico/contract/stubs'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../base/test-render.tsx'
import { Options } from '../kit/forms/options.tsx'
import { CallCard } from '../kit/phone/call-card.tsx'
import { BenefitsTable } from '../member/coverage/benefits-table.tsx'
import { DocumentsCard } from '../member/coverage/documents-card.tsx'
import { MedicineCard } from '../member/prescriptions/medicine-card.tsx'
import { CareCard } from '../member/wellness/care-card.tsx'
import { Offers } from '../member/wellness/offers.tsx'
import { type ChildCareData, ShownCare } from '../shared/child-care/child-care.tsx'
import { FormFieldControl } from '../shared/library/form-field.tsx'

const [plan] = stubs.benefits.plans as never as [
  Parameters<typeof DocumentsCard>[0] & Parameters<typeof BenefitsTable>[0],
]
const [medicine] = stubs.listMedicines.medicines as never as [Parameters<typeof MedicineCard>[0]['medicine']]
const summary = stubs.wellness as never as Parameters<typeof CareCard>[0]['summary'] & {
  readonly programs: Parameters<typeof Offers>[0]['offers']
}
const field = {
  ...{ name: 'accident', type: 'choice', label: 'Was the care for an accident?', hint: 'Such as one at work', max: 10 },
  ...{ required: false, options: [{ value: 'work', label: 'Yes, at work' }] },
} as never as Parameters<typeof FormFieldControl>[0]['field']

const written: Readonly<Record<string, ReactNode>> = {
  benefits: <BenefitsTable benefits={plan.benefits} caption="" />,
  documents: (
    <DocumentsCard documents={[{ title: 'How to use your plan', language: 'en', link: 'https://plan.example/' }]} />
  ),
  'a medicine': <MedicineCard medicine={medicine} isFamily={false} />,
  'recommended care': <CareCard summary={summary} />,
  'care of a child': <ShownCare child={stubs.childCare.child as ChildCareData} name="Alma" />,
  offers: <Offers title="" offers={summary.programs} none="" />,
  'a question of a form': (
    <FormFieldControl field={field} value="" error={undefined} readOnly={false} onValue={() => {}} />
  ),
  'hours of a phone': <CallCard line={{ phoneNumber: '8005550101', hours: 'Monday to Friday until six' }} />,
  'topics of messages': <Options of={['Something else to ask']} lang="en" text={(one) => one} />,
}

/** The words of elements that declare no language of their own. */
const listUnmarked = (html: string) =>
  html
    .replaceAll(/<(bdi|option|span)\b[^>]* lang="en"[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .filter((words) => /\b[a-z]{2,} [a-z]{2,}\b/.test(words))

test.each(['ar', 'zh'] as const)(
  'LG-4 what is English in a page in %s says so, with its direction, to whoever has it read aloud',
  (language) => {
    for (const [what, element] of Object.entries(written)) {
      const html = renderPage(element, { language })
      expect(listUnmarked(html), what).toEqual([])
      expect(html, what).toMatch(/<bdi lang="en" dir="ltr">|<option[^>]* lang="en"/)
    }
  },
)

test('LG-4 in English nothing says that it is English', () => {
  for (const [what, element] of Object.entries(written).filter(([one]) => one !== 'topics of messages'))
    expect(renderPage(element), what).not.toContain('lang=')
})
