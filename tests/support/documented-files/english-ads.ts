import { documentedFile } from './documented-file.ts';

export const ENGLISH_ADS_FILES = [
  documentedFile(
    ['Meta Lead Ads', 'English', 'Download leads data from your instant form'],
    `
    id :: l:1234567890123456 | l:1234567890123457 | l:1234567890123458 | l:1234567890123459 | l:1234567890123460
    created_time :: 2024-03-05T08:12:33-05:00 | 2024-03-05T09:12:33+0100 | 2024-03-06T10:00:00+01:00 | 2024-03-06T11:00:00+01:00 | 2024-03-07T12:00:00+01:00
    ad_id :: ag:120200000000000001 | ag:120200000000000001 | ag:120200000000000001 | ag:120200000000000001 | ag:120200000000000001
    ad_name :: Video A | Video A | Video A | Video B | Video B
    adset_id :: as:1202 | as:1202 | as:1202 | as:1202 | as:1202
    adset_name :: Lookalike 1% | Lookalike 1% | | |
    campaign_id :: c:1202 | c:1202 | c:1202 | c:1202 | c:1202
    campaign_name :: Spring Leads | Spring Leads | | |
    form_id :: f:998877 | f:998877 | f:998877 | f:998877 | f:998877
    form_name :: Form 1 | Form 1 | | |
    is_organic :: false | true | false | false | false
    platform :: fb | ig | fb | fb | ig
    what_is_your_budget? :: 10.000_–_20.000_€ | under_10.000 | | |
    full_name > name :: Ana María García López => Ana María García ~ López | Jürgen von der Heide => Jürgen ~ von der Heide | Björk => Björk ~ | Иван Петров => Иван ~ Петров | 山田 太郎 => 太郎 ~ 山田
    phone_number > phone :: p:+34612345678 => +34612345678 | p:+491712345678 => +491712345678 | p:+3546112233 => +3546112233 | p:+79161234567 => +79161234567 | p:+819012345678 => +819012345678
    email > email :: ana@example.es | juergen@example.de | bjork@example.is | ivan@example.ru | taro@example.jp
    city > city :: Madrid | Köln | Reykjavík | Москва | 東京
    post_code > postcode :: z:28013 => 28013 | z:50667 => 50667 | z:101 => 101 | z:101000 => 101000 | z:100-0001 => 100-0001
    country > country :: ES => Spain | DE => Germany | IS => Iceland | RU => Russia | JP => Japan
    inbox_url :: https://business.facebook.com/latest/1 | | | |
    lead_status > status :: CREATED | CREATED | complete | QUALIFIED => qualified | converted`,
    { delimiter: '\t', encoding: 'utf-16le', mark: true },
  ),
  documentedFile(
    ['Google Ads', 'English', 'Download leads from a lead form asset'],
    `
    GCLID :: EAIaIQob1 | EAIaIQob2 | EAIaIQob3 | EAIaIQob4 | EAIaIQob5
    Campaign ID :: 1 | 1 | 1 | 1 | 1
    Form ID :: 2 | 2 | 2 | 2 | 2
    Ad group ID :: 3 | 3 | 3 | 3 | 3
    Asset group ID
    Creative ID :: 4 | 4 | 4 | 4 | 4
    Submission time :: 2024-03-05 08:12:33 | 2024-03-05 09:12:33 | | |
    FULL_NAME > name :: FirstName LastName => FirstName ~ LastName | Kate O'Neil => Kate ~ O'Neil | Raj Kumar => Raj ~ Kumar | Mia Smith Jr. => Mia ~ Smith Jr. | Lee Ann Ray => Lee Ann ~ Ray
    User Email > email :: test@example.com | kate@example.com | raj@example.in | mia@example.ca | lee@example.us
    User Phone > phone :: +16505550123 => +16505550123 | +1 650-555-0199 => +16505550199 | +919812345678 => +919812345678 | +14165550199 => +14165550199 | +13125550142 => +13125550142
    Postal Code > postcode :: 94043 | 94105 | 110001 | M5V 2T6 | 60601
    Street Address > address :: 1600 Amphitheatre Pkwy | 1 Market St | Connaught Pl | 1 Front St W | 233 S Wacker Dr
    City > city :: Mountain View | San Francisco | New Delhi | Toronto | Chicago
    Region :: California | California | | Ontario | Illinois
    Country > country :: US => United States | United States | IN => India | Canada | us => United States
    Company Name
    Job Title
    Work Email
    Work Phone
    Is Test :: false | false | false | false | true`,
  ),
  documentedFile(
    ['LinkedIn lead forms', 'English', 'Download your leads: Lead Gen Forms'],
    `
    Lead ID :: 11-1 | 11-2 | 11-3 | 11-4 | 11-5
    First name > firstName :: Frank | Zoë | Ravi | Inga | Tom
    Last name > lastName :: Example | Kruger | Menon | Lund | Baker
    Email address > email :: frank@example.com | zoe@example.co.za | ravi@example.in | inga@example.se | tom@example.co.uk
    Phone number > phone :: +1 415 555 0155 => +14155550155 | +27 82 555 1234 => +27825551234 | +91 98123 45678 => +919812345678 | 070-123 45 67 => +46701234567 | 07400 654321 => +447400654321
    City > city :: San Francisco | Durban | Pune | Malmö | Bristol
    State/Province :: California | KwaZulu-Natal | | |
    Country/Region > country :: United States | South Africa | India | Sweden | United Kingdom
    Postal/Zip code > postcode :: 94105 | 4001 | 411001 | 211 22 | BS1 4DJ
    Job title :: CTO | Founder | | |
    Company name :: Example Inc | | | |
    Seniority :: CXO | Owner | | |
    Campaign name :: Q1 | Q1 | Q1 | Q1 | Q1
    Form name :: Demo | Demo | Demo | Demo | Demo
    Creative :: 88 | 88 | 88 | 88 | 88
    Submitted at :: 03/05/2024 08:12 | 03/15/2024 09:00 | | |
    LinkedIn Profile Link :: https://www.linkedin.com/in/frank | | | |
    Lead type :: SPONSORED | SPONSORED | | |`,
  ),
  documentedFile(
    ['TikTok', 'English', 'Download leads from instant forms'],
    `
    Lead ID :: 7312345678901234567 | 7312345678901234568 | 7312345678901234569 | 7312345678901234570 | 7312345678901234571
    Created time :: 2024-03-05 08:12:33 UTC+0 | | | |
    Ad ID :: 1 | 1 | 1 | 1 | 1
    Ad name :: Clip A | Clip A | | |
    Ad group name :: Group | Group | | |
    Campaign name :: Launch | Launch | | |
    Form name :: Quote | Quote | | |
    Name > name :: Emma Brown => Emma ~ Brown | Noor Haddad => Noor ~ Haddad | Kofi Mensah => Kofi ~ Mensah | Ana Souza => Ana ~ Souza | Li Na => Li ~ Na
    Email > email :: emma@example.com | noor@example.jo | kofi@example.gh | ana@example.com.br | lina@example.sg
    Phone number > phone :: (+1)2125550133 => +12125550133 | (+962)791234567 => +962791234567 | +233241234567 => +233241234567 | +5511987654321 => +5511987654321 | (+65)91234567 => +6591234567
    Country/Region > country :: US => United States | Jordan | GH => Ghana | Brazil | SG => Singapore
    Province/State :: NY | Amman | | SP |
    City > city :: New York | Amman | Accra | São Paulo | Singapore
    ZIP/Post code > postcode :: 10001 | 11118 | | 01310-100 | 238823
    Address > address :: 5 5th Ave | Rainbow St 1 | Oxford St | Av. Paulista 1000 | 1 Orchard Rd
    TikTok username :: @emma | @noor | | |
    Advertiser ID :: 9 | 9 | 9 | 9 | 9`,
  ),
  documentedFile(
    [
      'LinkedIn connections',
      'English',
      'Export connections from LinkedIn (without the notes above the header)',
    ],
    `
    First Name > firstName :: Frank | Marie-Ève | 伟 | Ngozi | Jo
    Last Name > lastName :: Example, MBA | Côté | 王 | Adeyemi | Ng
    URL :: https://www.linkedin.com/in/frank-example | https://www.linkedin.com/in/me-cote | | |
    Email Address > email :: frank@example.com | me@example.ca | wei@example.cn | ngozi@example.ng | jo@example.hk
    Company :: Example Inc | | | |
    Position :: CTO | | | |
    Connected On > date :: 05 Mar 2024 => 2024-03-05 | 31 Dec 2023 => 2023-12-31 | 01 Jan 2020 => 2020-01-01 | 15 Aug 2021 => 2021-08-15 | 29 Feb 2024 => 2024-02-29`,
  ),
];
