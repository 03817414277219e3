/** Claims as the public dialects of FHIR write them, made up for tests; their amounts add up. */
export interface Dialect {
  /** Heading of its table in docs/imports.md. */
  readonly name: string
  readonly claims: readonly Eob[]
}

interface Category {
  readonly coding: readonly { readonly system?: string; readonly code: string; readonly display?: string }[]
}

export interface Entry {
  readonly category: Category
  readonly amount: { readonly value: number; readonly currency: 'USD' }
}

export interface EobItem {
  readonly sequence?: number
  readonly revenue?: Category
  readonly adjudication?: readonly Entry[]
}

export interface Eob {
  readonly resourceType: 'ExplanationOfBenefit'
  readonly id: string
  readonly type: Category
  readonly total?: readonly Entry[]
  readonly adjudication?: readonly Entry[]
  readonly payment?: { readonly amount?: Entry['amount'] }
  readonly benefitBalance?: readonly { readonly financial: readonly object[] }[]
  readonly item?: readonly EobItem[]
  readonly addItem?: readonly EobItem[]
}

const hl7 = 'http://terminology.hl7.org/CodeSystem/adjudication'
const carin = 'http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBAdjudication'
const ofHl7 = ['submitted', 'eligible', 'deductible', 'copay', 'benefit']
const usd = (value: number) => ({ value, currency: 'USD' as const })
const general = (code: string) => ({ system: ofHl7.includes(code) ? hl7 : carin, code, display: code })
/** Amounts by general code. */
const plain = (amounts: Readonly<Record<string, number>>): Entry[] =>
  Object.entries(amounts).map(([code, value]) => ({ category: { coding: [general(code)] }, amount: usd(value) }))

/** An amount by `general exact`, or by the exact code alone. */
type Amounts = readonly (readonly [string, number])[]

function entries(amounts: Amounts, exact: (code: string) => Category['coding'][number]): Entry[] {
  return amounts.map(([codes, value]) => {
    const [first = '', second] = codes.split(' ')
    const coding = second === undefined ? [exact(first)] : [general(first), exact(second)]
    return { category: { coding }, amount: usd(value) }
  })
}

const cmsUrl = 'https://bluebutton.cms.gov'
const two = (amounts: Amounts) =>
  entries(amounts, (code) => ({
    system: `${cmsUrl}/resources/codesystem/adjudication`,
    code: `${cmsUrl}/resources/variables/${code}`,
    display: code,
  }))
const three = (amounts: Amounts) =>
  entries(amounts, (code) => ({ system: `${cmsUrl}/fhir/CodeSystem/Adjudication`, code, display: code }))
const balances = (amounts: Readonly<Record<string, number>>, days: Readonly<Record<string, number>> = {}) => {
  const type = (code: string) => ({
    coding: [
      { system: `${cmsUrl}/resources/codesystem/benefit-balance`, code: `${cmsUrl}/resources/variables/${code}` },
    ],
  })
  return [
    {
      category: { coding: [{ code: '1', display: 'Medical Care' }] },
      financial: [
        ...Object.entries(amounts).map(([code, value]) => ({ type: type(code), usedMoney: usd(value) })),
        ...Object.entries(days).map(([code, count]) => ({ type: type(code), usedUnsignedInt: count })),
      ],
    },
  ]
}
const revenue = (code: string) => ({
  revenue: { coding: [{ system: `${cmsUrl}/resources/variables/rev_cntr`, code }] },
})

function eob(id: string, types: readonly string[], more: Partial<Eob> & Readonly<Record<string, unknown>>): Eob {
  return {
    resourceType: 'ExplanationOfBenefit',
    id,
    status: 'active',
    use: 'claim',
    outcome: 'complete',
    patient: { reference: 'Patient/1' },
    billablePeriod: { start: '2026-03-05', end: '2026-03-07' },
    created: '2026-03-20',
    type: { coding: types.map((code) => ({ code })) },
    ...more,
  } as Eob
}

const uc = { coding: [{ system: 'http://hl7.org/fhir/us/carin-bb/CodeSystem/C4BBIdentifierType', code: 'uc' }] }
const twoIds = (id: string, name = 'clm_id') => ({
  identifier: [
    { type: uc, system: `${cmsUrl}/resources/variables/${name}`, value: `2${id}` },
    { type: uc, system: `${cmsUrl}/resources/identifier/claim-group`, value: '900' },
  ],
})
const threeIds = (id: string) => ({
  identifier: [
    { type: uc, value: `3${id}` },
    { system: `${cmsUrl}/identifiers/CLM-CNTL-NUM`, value: `CNTL-${id}` },
  ],
})

const carrierTwo: Amounts = [
  ['benefit line_nch_pmt_amt', 72],
  ['paidtopatient line_bene_pmt_amt', 0],
  ['paidtoprovider line_prvdr_pmt_amt', 72],
  ['deductible line_bene_ptb_ddctbl_amt', 20],
  ['priorpayerpaid line_bene_prmry_pyr_pd_amt', 10],
  ['coinsurance line_coinsrnc_amt', 18],
  ['submitted line_sbmtd_chrg_amt', 200],
  ['eligible line_alowd_chrg_amt', 120],
]
const carrierTwoWhole = {
  total: two([['priorpayerpaid clm_tot_chrg_amt', 10]]),
  benefitBalance: balances({
    carr_clm_cash_ddctbl_apld_amt: 20,
    nch_clm_prvdr_pmt_amt: 72,
    nch_clm_bene_pmt_amt: 0,
    nch_carr_clm_sbmtd_chrg_amt: 200,
    nch_carr_clm_alowd_amt: 120,
  }),
  payment: { amount: usd(72) },
}

/** A stay, billed 10,000.00. */
const stayTwo = (id: string, type: string) =>
  eob(`two-${id}`, [type, 'institutional'], {
    ...twoIds(id),
    total: two([['submitted clm_tot_chrg_amt', 10_000]]),
    payment: { amount: usd(4_000) },
    benefitBalance: balances(
      {
        nch_bene_ip_ddctbl_amt: 1_000,
        nch_bene_pta_coinsrnc_lblty_amt: 200,
        nch_bene_blood_ddctbl_lblty_am: 50,
        nch_ip_ncvrd_chrg_amt: 300,
        nch_ip_tot_ddctn_amt: 1_200,
        prpayamt: 500,
        nch_profnl_cmpnt_chrg_amt: 4,
        clm_pass_thru_per_diem_amt: 10,
        clm_tot_pps_cptl_amt: 646.23,
        clm_pps_cptl_fsp_amt: 552.56,
        clm_pps_cptl_dsprprtnt_shr_amt: 25.09,
        nch_drg_outlier_aprvd_pmt_amt: 23.99,
      },
      { clm_utlztn_day_cnt: 12, bene_tot_coinsrnc_days_cnt: 0 },
    ),
    item: [
      { sequence: 1, ...revenue('0120'), adjudication: hospitalLineTwo(7_000, 300) },
      { sequence: 2, ...revenue('0250'), adjudication: hospitalLineTwo(3_000, 0) },
      { sequence: 3, ...revenue('0001'), adjudication: hospitalLineTwo(10_000, 300) },
    ],
  })

function hospitalLineTwo(charge: number, notCovered: number): Entry[] {
  return two([
    ['submitted rev_cntr_rate_amt', 5],
    ['submitted rev_cntr_tot_chrg_amt', charge],
    ['noncovered rev_cntr_ncvrd_chrg_amt', notCovered],
  ])
}

const blueButtonTwo: readonly Eob[] = [
  eob('two-carrier', ['71', 'CARRIER', 'professional'], {
    ...twoIds('1'),
    ...carrierTwoWhole,
    item: [{ sequence: 6, adjudication: two(carrierTwo) }],
  }),
  eob('two-dme', ['82', 'DME', 'institutional'], {
    ...twoIds('2'),
    ...carrierTwoWhole,
    item: [
      {
        sequence: 1,
        adjudication: two([
          ['paidtoprovider rev_cntr_prvdr_pmt_amt', 72],
          ['eligible line_prmry_alowd_chrg_amt', 20.29],
          ['submitted line_dme_prchs_price_amt', 82.29],
          ...carrierTwo,
          ['paidtoprovider line_bene_pmt_amt', 82.29],
        ]),
      },
    ],
  }),
  stayTwo('inpatient', 'INPATIENT'),
  stayTwo('snf', 'SNF'),
  eob('two-outpatient', ['40', 'OUTPATIENT', 'institutional'], {
    ...twoIds('5'),
    total: two([['submitted clm_tot_chrg_amt', 900]]),
    payment: { amount: usd(310) },
    benefitBalance: balances({
      nch_profnl_cmpnt_chrg_amt: 66.89,
      nch_bene_ptb_ddctbl_amt: 100,
      nch_bene_ptb_coinsrnc_amt: 80,
      clm_op_prvdr_pmt_amt: 310,
      clm_op_bene_pmt_amt: 0,
      nch_bene_blood_ddctbl_lblty_am: 0,
      prpayamt: 10,
    }),
    item: [
      {
        sequence: 25,
        ...revenue('0450'),
        adjudication: two([
          ['submitted rev_cntr_rate_amt', 5],
          ['submitted rev_cntr_tot_chrg_amt', 900],
          ['noncovered rev_cntr_ncvrd_chrg_amt', 0],
          ['deductible rev_cntr_blood_ddctbl_amt', 0],
          ['deductible rev_cntr_cash_ddctbl_amt', 100],
          ['coinsurance rev_cntr_coinsrnc_wge_adjstd_c', 80],
          ['coinsurance rev_cntr_rdcd_coinsrnc_amt', 11],
          ['priorpayerpaid rev_cntr_1st_msp_pd_amt', 6],
          ['priorpayerpaid rev_cntr_2nd_msp_pd_amt', 4],
          ['paidtoprovider rev_cntr_prvdr_pmt_amt', 310],
          ['paidtopatient rev_cntr_bene_pmt_amt', 0],
          ['paidbypatient rev_cntr_ptnt_rspnsblty_pmt', 180],
          ['submitted rev_cntr_pmt_amt_amt', 310],
        ]),
      },
    ],
  }),
  eob('two-hha', ['10', 'HHA', 'professional'], {
    ...twoIds('6'),
    total: two([['submitted clm_tot_chrg_amt', 250]]),
    payment: { amount: usd(226) },
    benefitBalance: balances({ prpayamt: 0 }),
    item: [
      {
        sequence: 1,
        ...revenue('0023'),
        adjudication: [...hospitalLineTwo(250, 24), ...two([['submitted rev_cntr_pmt_amt_amt', 226]])],
      },
    ],
  }),
  eob('two-hospice', ['50', 'HOSPICE', 'institutional'], {
    ...twoIds('7'),
    total: two([['submitted clm_tot_chrg_amt', 2_555]]),
    payment: { amount: usd(2_255) },
    benefitBalance: balances({ prpayamt: 0 }, { clm_utlztn_day_cnt: 30 }),
    item: [
      {
        sequence: 1,
        ...revenue('0651'),
        adjudication: [
          ...hospitalLineTwo(2_555, 300),
          ...two([
            ['paidtoprovider rev_cntr_prvdr_pmt_amt', 2_255],
            ['paidtopatient rev_cntr_bene_pmt_amt', 0],
            ['submitted rev_cntr_pmt_amt_amt', 2_255],
          ]),
        ],
      },
    ],
  }),
  eob('two-pde', ['PDE', 'pharmacy'], {
    ...twoIds('8', 'pde_id'),
    total: plain({ drugcost: 120 }),
    payment: {},
    item: [
      {
        sequence: 1,
        adjudication: two([
          ['benefit cvrd_d_plan_pd_amt', 60],
          ['coinsurance gdc_blw_oopt_amt', 100],
          ['coinsurance gdc_abv_oopt_amt', 20],
          ['paidbypatient ptnt_pay_amt', 25],
          ['priorpayerpaid othr_troop_amt', 10],
          ['discount lics_amt', 12],
          ['priorpayerpaid plro_amt', 5],
          ['drugcost tot_rx_cst_amt', 120],
          ['discount rptd_gap_dscnt_num', 8],
        ]),
      },
    ],
  }),
]

const statusOther = [
  { category: { coding: [{ code: 'benefitpaymentstatus' }] }, reason: { coding: [{ code: 'other' }] } },
]
const revenueThree = (code: string) => ({
  revenue: {
    coding: [
      { system: `${cmsUrl}/fhir/CodeSystem/CLM-REV-CNTR-CD`, code },
      { system: 'https://www.nubc.org/CodeSystem/RevenueCodes', code },
    ],
  },
})
const professionalThree = (id: string, type: string, extra: Amounts) =>
  eob(`three-${id}`, ['professional', type], {
    ...threeIds(id),
    related: [
      {
        relationship: { coding: [{ code: 'prior' }] },
        reference: { system: `${cmsUrl}/identifiers/CLM-CNTL-NUM`, value: 'CNTL-0' },
      },
    ],
    adjudication: [
      ...statusOther,
      ...three([
        ['CLM_MDCR_PRFNL_PRMRY_PYR_AMT', 10],
        ['CLM_BLOOD_LBLTY_AMT', 5],
        ['CLM_PRVDR_RMNG_DUE_AMT', 11.18],
      ]),
    ] as Entry[],
    total: three([
      ['submitted CLM_SBMT_CHRG_AMT', 300],
      ['eligible CLM_ALOWD_CHRG_AMT', 150],
      ['paidbypatient CLM_BENE_PMT_AMT', 19.94],
      ['paidtopatient CLM_BENE_PD_AMT', 2],
      ['paidtoprovider CLM_PRVDR_PMT_AMT', 85],
      ['deductible CLM_MDCR_DDCTBL_AMT', 28],
      ['coinsurance CLM_MDCR_COINSRNC_AMT', 20],
      ['noncovered CLM_NCVRD_CHRG_AMT', 0],
      ['coinsurance CLM_BENE_PMT_COINSRNC_AMT', 20],
    ]),
    payment: { amount: usd(87) },
    item: [
      {
        sequence: 1,
        adjudication: three([
          ['eligible CLM_LINE_ALOWD_CHRG_AMT', 150],
          ['submitted CLM_LINE_SBMT_CHRG_AMT', 300],
          ['paidtoprovider CLM_LINE_PRVDR_PMT_AMT', 85],
          ['paidtopatient CLM_LINE_BENE_PD_AMT', 2],
          ['benefit CLM_LINE_CVRD_PD_AMT', 87],
          ['priorpayerpaid CLM_BENE_PRMRY_PYR_PD_AMT', 10],
          ['paidbypatient CLM_LINE_BENE_PMT_AMT', 19.94],
          ['CLM_LINE_BLOOD_DDCTBL_AMT', 5],
          ['deductible CLM_LINE_MDCR_DDCTBL_AMT', 28],
          ['coinsurance CLM_LINE_MDCR_COINSRNC_AMT', 20],
          ['noncovered CLM_LINE_NCVRD_CHRG_AMT', 0],
          ['CLM_LINE_INSTNL_RATE_AMT', 0.85],
          ...extra,
        ]),
      },
    ],
  })

const institutionalThree = (id: string, type: string) =>
  eob(`three-${id}`, ['institutional', type], {
    ...threeIds(id),
    adjudication: [
      ...statusOther,
      { category: { coding: [{ code: 'CLM_INSTNL_CVRD_DAY_CNT' }] }, value: 30 },
      ...three([
        ['CLM_MDCR_INSTNL_PRMRY_PYR_AMT', 50],
        ['CLM_INSTNL_PER_DIEM_AMT', 5],
        ['CLM_MDCR_IP_PPS_CPTL_TOT_AMT', 11.11],
        ['CLM_OPRTNL_IME_AMT', 123.14],
        ['CLM_COB_PTNT_RESP_AMT', 95.01],
        ['CLM_MDCR_IP_BENE_DDCTBL_AMT', 170],
        ['CLM_BLOOD_LBLTY_AMT', 12],
      ]),
    ] as Entry[],
    total: three([
      ['submitted CLM_SBMT_CHRG_AMT', 9_000],
      ['deductible CLM_MDCR_DDCTBL_AMT', 170],
      ['coinsurance CLM_MDCR_COINSRNC_AMT', 98],
      ['noncovered CLM_NCVRD_CHRG_AMT', 20],
      ['paidtopatient CLM_BENE_PD_AMT', 0],
      ['paidtoprovider CLM_PRVDR_PMT_AMT', 3_500],
      ['priorpayerpaid CLM_OTHR_TP_PD_AMT', 50],
    ]),
    payment: { amount: usd(3_500) },
    item: [
      { sequence: 1, ...revenueThree('0636'), adjudication: institutionalLineThree(4_000, 1_500) },
      { sequence: 2, ...revenueThree('0771'), adjudication: institutionalLineThree(5_000, 2_000) },
      {
        sequence: 3,
        ...revenueThree('0001'),
        adjudication: three([
          ['submitted CLM_LINE_SBMT_CHRG_AMT', 9_000],
          ['paidtoprovider CLM_LINE_PRVDR_PMT_AMT', 3_500],
        ]),
      },
    ],
  })

function institutionalLineThree(charge: number, paid: number): Entry[] {
  return three([
    ['submitted CLM_LINE_SBMT_CHRG_AMT', charge],
    ['noncovered CLM_LINE_NCVRD_CHRG_AMT', 10],
    ['paidtoprovider CLM_LINE_PRVDR_PMT_AMT', paid],
    ['CLM_LINE_BLOOD_DDCTBL_AMT', 6],
    ['deductible CLM_LINE_MDCR_DDCTBL_AMT', 85],
    ['CLM_LINE_INSTNL_ADJSTD_AMT', 49],
    ['CLM_LINE_INSTNL_RDCD_AMT', 11.11],
    ['priorpayerpaid CLM_LINE_INSTNL_MSP1_PD_AMT', 15],
    ['priorpayerpaid CLM_LINE_INSTNL_MSP2_PD_AMT', 10],
    ['CLM_LINE_INSTNL_RATE_AMT', 0.85],
  ])
}

const blueButtonThree: readonly Eob[] = [
  professionalThree('carrier', 'CARRIER', [
    ['CLM_LINE_CARR_CLNCL_CHRG_AMT', 11.11],
    ['CLM_MDCR_PRMRY_PYR_ALOWD_AMT', 11.14],
  ]),
  professionalThree('dme', 'DME', [
    ['CLM_LINE_PRFNL_DME_PRICE_AMT', 15],
    ['discount CLM_LINE_DMERC_SCRN_SVGS_AMT', 15.11],
  ]),
  ...['INPATIENT', 'OUTPATIENT', 'SNF', 'HHA', 'HOSPICE'].map((type) => institutionalThree(type.toLowerCase(), type)),
  eob('three-pde', ['pharmacy', '1', 'PDE'], {
    ...threeIds('pde'),
    total: three([
      ['paidbypatient CLM_BENE_PMT_AMT', 10],
      ['CLM_OTHR_TP_PD_AMT', 6],
      ['submitted TOT_RX_CST_AMT', 90],
    ]),
    payment: {},
    item: [
      {
        sequence: 1,
        adjudication: three([
          ['benefit CLM_LINE_CVRD_PD_AMT', 45.5],
          ['paidbypatient CLM_LINE_BENE_PMT_AMT', 10],
          ['CLM_LINE_GRS_ABOVE_THRSHLD_AMT', 25],
          ['CLM_LINE_GRS_BLW_THRSHLD_AMT', 65],
          ['CLM_LINE_LIS_AMT', 12],
          ['CLM_LINE_PLRO_AMT', 1],
          ['CLM_LINE_TROOP_TOT_AMT', 5],
          ['CLM_LINE_RPTD_GAP_DSCNT_AMT', 9],
          ['CLM_RPTD_MFTR_DSCNT_AMT', 3],
          ['submitted TOT_RX_CST_AMT', 90],
          ['CLM_LINE_NCVRD_PD_AMT', 4.5],
          ['CLM_LINE_OTHR_TP_PD_AMT', 6],
          ['CLM_LINE_INGRDNT_CST_AMT', 80],
          ['CLM_LINE_SRVC_CST_AMT', 10],
        ]),
      },
    ],
  }),
]

/** As AB2D passes them on: without outcome, days of decision and any amount. */
const ab2d: readonly Eob[] = [...blueButtonTwo.slice(0, 5), ...blueButtonThree.slice(0, 4)].map((whole) => {
  const { total: _, adjudication: __, payment: ___, benefitBalance: ____, item = [], ...rest } = whole
  const { use, outcome, created, related, ...kept } = rest as typeof rest & Readonly<Record<string, unknown>>
  void [use, outcome, created, related]
  return {
    ...kept,
    id: `ab2d-${whole.id}`,
    item: item.map(({ sequence, ...one }) => ({ sequence, ...without(one) })),
  } as Eob
})

function without({ adjudication: _, revenue: __, ...one }: EobItem): EobItem {
  return one
}

const carinWhole = { submitted: 500, eligible: 300, deductible: 50, copay: 20, coinsurance: 30, noncovered: 0 }
const carinLine = plain({
  ...carinWhole,
  benefit: 180,
  paidtoprovider: 180,
  paidtopatient: 0,
  priorpayerpaid: 20,
  discount: 200,
  memberliability: 100,
})
const carinTotals = plain({
  ...carinWhole,
  benefit: 180,
  paidtoprovider: 180,
  paidtopatient: 0,
  priorpayerpaid: 20,
  discount: 200,
  memberliability: 100,
  paidbypatient: 20,
})
const carinEob = (id: string, type: string, more: object) =>
  eob(`carin-${id}`, [type], {
    identifier: [{ type: uc, system: 'https://plan.example/claims', value: `C-${id}` }],
    ...more,
  })
const half = (entriesOfLine: readonly Entry[]) =>
  entriesOfLine.map(({ category, amount }) => ({ category, amount: usd(amount.value / 2) }))

const carinClaims: readonly Eob[] = [
  carinEob('inpatient', 'institutional', {
    // CARIN repeats at the claim's own adjudication what its totals say.
    adjudication: [...statusOther, ...carinTotals],
    total: carinTotals,
    payment: { date: '2026-03-27', amount: usd(180) },
    item: [{ sequence: 1, ...revenueThree('0120') }],
  }),
  carinEob('outpatient', 'institutional', {
    total: carinTotals,
    item: [
      { sequence: 1, ...revenueThree('0450'), adjudication: half(carinLine) },
      { sequence: 2, ...revenueThree('0300'), adjudication: half(carinLine) },
      { sequence: 3, ...revenueThree('0001'), adjudication: carinLine },
    ],
  }),
  carinEob('professional', 'professional', {
    related: [{ relationship: { coding: [{ code: 'prior' }] }, reference: { value: 'C-0' } }],
    item: [{ sequence: 1, adjudication: half(carinLine) }],
    addItem: [{ itemSequence: [1], adjudication: half(carinLine) }],
  }),
  carinEob('pharmacy', 'pharmacy', {
    total: plain({
      submitted: 100,
      benefit: 70,
      memberliability: 10,
      discount: 20,
      drugcost: 80,
      paidbypatientcash: 10,
    }),
    item: [{ sequence: 1, adjudication: plain({ submitted: 100, benefit: 70, memberliability: 10, discount: 20 }) }],
  }),
  carinEob('oral', 'oral', {
    total: plain({ submitted: 410, benefit: 350, discount: 60, paidtoprovider: 350 }),
    item: [{ sequence: 1, adjudication: plain({ submitted: 410 }) }],
  }),
  carinEob('vision', 'vision', {
    item: [{ sequence: 1, adjudication: carinLine }],
  }),
]

const syntheaLine = (net: number): Amounts => [
  ['line_coinsrnc_amt', net * 0.2],
  ['line_prvdr_pmt_amt', net * 0.8],
  ['line_sbmtd_chrg_amt', net],
  ['line_alowd_chrg_amt', net],
  ['line_bene_ptb_ddctbl_amt', 0],
]
const syntheaEob = (year: string, total: Entry[], nets: readonly number[]) =>
  eob(`synthea-${year}`, ['institutional'], {
    identifier: [
      { system: `${cmsUrl}/resources/variables/clm_id`, value: `S-${year}` },
      { system: `${cmsUrl}/resources/identifier/claim-group`, value: '99999999999' },
    ],
    total,
    payment: { amount: usd(nets.reduce((sum, net) => sum + net * 0.8, 0)) },
    item: [
      { sequence: 1 },
      ...nets.map((net, index) => ({ sequence: index + 2, net: usd(net), adjudication: two(syntheaLine(net)) })),
    ],
  })
const syntheaClaims: readonly Eob[] = [
  // Until 2019 without lines' amounts, then with binary rounding, and since with a total that has words.
  syntheaEob('2019', plain({ submitted: 125 }), []),
  syntheaEob('2021', plain({ submitted: 517.18 }), [414.07, 103.11]),
  syntheaEob(
    '2025',
    [
      {
        category: { coding: [{ system: hl7, code: 'submitted', display: 'Submitted Amount' }] },
        amount: usd(261.12),
      },
    ],
    [261.12],
  ),
]

export const dialects: readonly Dialect[] = [
  { name: 'Blue Button 2', claims: blueButtonTwo },
  { name: 'Blue Button 3', claims: blueButtonThree },
  // BCDA sends the same claims in bulk.
  { name: 'BCDA', claims: [...blueButtonTwo, ...blueButtonThree] },
  { name: 'AB2D', claims: ab2d },
  { name: 'CARIN Blue Button 2', claims: carinClaims },
  { name: 'Synthea', claims: syntheaClaims },
]
