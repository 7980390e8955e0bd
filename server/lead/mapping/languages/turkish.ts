import type { HeaderLanguage } from '../header-language.ts';

export const TURKISH: HeaderLanguage = {
  names: {
    name: 'Ad soyad, Adı soyadı, Ad soyadı, Adınız soyadınız, Adınız, Adı, İsim, İsim soyisim, İsim soyad, Tam ad, Tam isim, Yetkili kişi, İlgili kişi, Yetkili adı soyadı, Görünen ad',
    firstName: 'Ön ad, İlk ad, İlk adı, Ön adı, Ön isim, Birinci ad, İlk isim',
    lastName: 'Soyad, Soyadı, Soyadınız, Soyisim',
    email:
      'E-posta, E-posta adresi, E-posta adresiniz, Mail, Mail adresi, E-mail adresi, Elektronik posta, Elektronik posta adresi, E-postası',
    phone:
      'Telefon, Telefonu, Tel, Telefon numarası, Telefon numaranız, Telefon no, Tel no, Cep telefonu, Cep no, Cep numarası, Cep telefonu numarası, Mobil telefon, GSM, GSM no, GSM numarası, Sabit telefon, İrtibat numarası, WhatsApp numarası, Cep telefon no, Mobil no, İletişim no, Cep tel no',
    carrier: 'Operatör, GSM operatörü',
    country: 'Ülke, Ülke kodu, Ülke adı, Ülke bölge, Yaşadığı ülke, Ülkesi',
    city: 'Şehir, İl, Yaşadığınız şehir, Yaşadığı şehir, İl şehir, Şehir il, Şehri',
    address:
      'Adres, Sokak, Cadde, Açık adres, Posta adresi, Adres satırı, Adresi, Ev adresi, İş adresi, Cadde sokak, Sokak cadde',
    postcode: 'Posta kodu, Zip kodu',
    ip: 'IP adresi',
    brand: 'Marka',
    currency: 'Para birimi, Döviz',
    depositAmount: 'Yatırım tutarı, Para yatırma tutarı, Depozito tutarı, Toplam yatırım, Toplam depozito',
    depositDate: 'Yatırım tarihi, Para yatırma tarihi, Depozito tarihi',
    source:
      'Kaynak, Lead kaynağı, Trafik kaynağı, Müşteri kaynağı, Potansiyel müşteri kaynağı, Başvuru kaynağı',
    card: 'Kart, Kart tipi, Kart türü, Kredi kartı',
    landingPage: 'Açılış sayfası, Karşılama sayfası',
    agent: 'Temsilci, Satış temsilcisi',
    status: 'Durum, Durumu, Lead durumu, Müşteri durumu, Statü',
    tags: 'Etiket, Etiketler, Kategori, Kategoriler',
  },
  halfName: 'Ad, Adı, İsim',
  articles: 've veya',
  beside: 'müşteri kişi iletişim lead birincil',
  doubtful: 'iş ev ofis şirket diğer kişisel fatura teslimat',
  address: 'adres adresi',
};
