/** First and last names of ten cultures, frequent names first, and syllables of rarer last names. */
export const CULTURES = [
  {
    country: 'United Kingdom',
    dial: '+447',
    domain: 'uk',
    first:
      'James Mary Robert Patricia John Jennifer Michael Linda William Elizabeth David Barbara Richard Susan Thomas Jessica Christopher Sarah Daniel Karen Matthew Nancy Anthony Lisa Steven Margaret Andrew Emily Joshua Michelle Kenneth Amanda Edward Rebecca Samuel Laura Gregory Helen',
    last: 'Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore Jackson Martin Lee Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Baker',
    syllables:
      'ash brad clay down ed fen grin hart kel lang mor nor pres rad stan thorn wake wood ley ton ford ham worth by',
    cities: 'London Leeds Bristol Norwich Glasgow Cardiff York Derby',
    street: (name: string, n: number) => `${n} ${name} Road`,
  },
  {
    country: 'Germany',
    dial: '+4915',
    domain: 'de',
    first:
      'Hans Anna Peter Maria Thomas Sabine Michael Petra Andreas Monika Stefan Claudia Christian Susanne Martin Andrea Klaus Julia Jürgen Birgit Frank Karin Uwe Heike Matthias Stefanie Jörg Katrin Markus Nicole Friedrich Ursula Günther Brigitte Wolfgang Renate',
    last: 'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Krause',
    syllables:
      'berg bruch dorf eber fell gold hein kirch lind mann neu ober ram schau stein stett thal wald weiss zell er mann',
    cities: 'Berlin Hamburg München Köln Ulm Bremen Dresden Kassel',
    street: (name: string, n: number) => `${name}straße ${n}`,
  },
  {
    country: 'Spain',
    dial: '+346',
    domain: 'es',
    first:
      'Antonio María Manuel Carmen José Ana Francisco Isabel David Laura Juan Cristina Javier Marta Daniel Lucía Carlos Elena Jesús Raquel Alejandro Paula Miguel Rosa Rafael Pilar Pedro Mercedes Ángel Beatriz Sergio Teresa Pablo Julia',
    last: 'García González Rodríguez Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez',
    syllables: 'al ba ca de es fer ga he ibar jun lar men nav or pal que ri sal tor ur val ve za ro do',
    cities: 'Madrid Sevilla Valencia Bilbao Málaga Zaragoza Vigo Cádiz',
    street: (name: string, n: number) => `Calle ${name} ${n}`,
  },
  {
    country: 'France',
    dial: '+336',
    domain: 'fr',
    first:
      'Jean Marie Pierre Jeanne Michel Françoise André Monique Philippe Catherine René Nathalie Louis Isabelle Alain Jacqueline Jacques Anne Bernard Sylvie Marcel Martine Daniel Nicole Roger Suzanne Hélène Robert Claude Valérie Christophe Sandrine Guillaume Élodie',
    last: 'Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefèvre Michel Garcia David Bertrand Roux Vincent Fournier Morel Girard André Lefebvre Mercier Dupont',
    syllables:
      'beau char dela font gran lam mont nor pel rou saint tour vau vil bois champ ier eau ard et in',
    cities: 'Paris Lyon Lille Nantes Rennes Nice Dijon Tours',
    street: (name: string, n: number) => `${n} rue ${name}`,
  },
  {
    country: 'Poland',
    dial: '+485',
    domain: 'pl',
    first:
      'Jan Anna Andrzej Maria Piotr Katarzyna Krzysztof Małgorzata Stanisław Agnieszka Tomasz Barbara Paweł Ewa Józef Krystyna Marcin Elżbieta Marek Zofia Michał Teresa Grzegorz Magdalena Jerzy Joanna Tadeusz Janina Łukasz Monika Zbigniew Danuta',
    last: 'Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski Mazur Kwiatkowski Krawczyk Kaczmarek Piotrowski Grabowski Zając',
    syllables:
      'bar bor czar dom gra jar kal kos lis mal naw ol paw rud sad tom wal wil zar zim ow owski ak ek icz',
    cities: 'Warszawa Kraków Łódź Gdańsk Poznań Lublin Opole Radom',
    street: (name: string, n: number) => `ul. ${name} ${n}`,
  },
  {
    country: 'Turkey',
    dial: '+905',
    domain: 'tr',
    first:
      'Mehmet Fatma Mustafa Ayşe Ahmet Emine Ali Hatice Hüseyin Zeynep Hasan Elif İbrahim Meryem İsmail Şerife Osman Zehra Yusuf Sultan Murat Hanife Ömer Merve Ramazan Havva Halil Zeliha Süleyman Esra Emre Büşra',
    last: 'Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz',
    syllables: 'ak al bay bul can dağ er gök gün kan kor mut oğ öz sar soy taş tek tur ulu ün yar gül lu er',
    cities: 'İstanbul Ankara İzmir Bursa Adana Konya Antalya Samsun',
    street: (name: string, n: number) => `${name} Sokak No ${n}`,
  },
  {
    country: 'Russia',
    dial: '+79',
    domain: 'ru',
    first:
      'Александр Елена Сергей Татьяна Владимир Ольга Андрей Наталья Алексей Анна Дмитрий Ирина Николай Светлана Иван Мария Михаил Екатерина Евгений Людмила Виктор Юлия Юрий Галина Максим Анастасия Игорь Марина Павел Валентина',
    last: 'Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев',
    syllables:
      'бар бел бор вер гор гра дан жар зай кар кол кры лаз мар ник ост пол ром сав тар ус чер ов ин ев',
    cities: 'Москва Казань Самара Омск Пермь Уфа Тверь Тула',
    street: (name: string, n: number) => `ул. ${name}, ${n}`,
  },
  {
    country: 'Egypt',
    dial: '+2010',
    domain: 'eg',
    first:
      'Mohamed Fatima Ahmed Mona Mahmoud Aisha Ali Nour Hassan Mariam Hussein Salma Omar Heba Youssef Yasmin Khaled Rania Ibrahim Dina Mostafa Amira Tarek Layla Karim Hana Samir Nadia Walid Zeinab',
    last: 'Hassan Ali Mohamed Ibrahim Mahmoud Mostafa Abdallah Khalil Saleh Farouk Mansour Nasser Said Osman Fawzy Rashid Hamdy Sabry Youssef Gamal Shaker Zaki',
    syllables:
      'abd ba daw el fah gha ham is jab kam lab mas nad qas ra sal ta wah yas zay ani awi iri oun im',
    cities: 'Cairo Alexandria Giza Luxor Aswan Tanta Suez Mansoura',
    street: (name: string, n: number) => `${n} ${name} Street`,
  },
  {
    country: 'India',
    dial: '+919',
    domain: 'in',
    first:
      'Rahul Priya Amit Anjali Rajesh Sunita Sanjay Kavita Vijay Pooja Anil Neha Suresh Deepa Ravi Lakshmi Arun Meena Manoj Rekha Ashok Geeta Vikram Shanti Deepak Radha Mohan Usha Krishna Asha Ganesh Divya',
    last: 'Sharma Singh Kumar Patel Gupta Shah Verma Reddy Mehta Joshi Rao Nair Das Iyer Chopra Malhotra Kapoor Bose Ghosh Mishra Yadav Agarwal Desai',
    syllables:
      'ag ban cha dev gan gir har jai kal kri lak man mur nar pad pra raj ram sub sun ven vish wal kar an',
    cities: 'Mumbai Delhi Pune Chennai Kolkata Jaipur Nagpur Indore',
    street: (name: string, n: number) => `${n}, ${name} Nagar`,
  },
  {
    country: 'Vietnam',
    dial: '+849',
    domain: 'vn',
    first:
      'Anh Linh Hùng Lan Minh Hương Dũng Mai Tuấn Hoa Nam Thảo Hải Trang Long Ngọc Sơn Thu Quang Hà Đức Yến Khánh Phương Thành Vân Cường Nga Việt Hạnh',
    last: 'Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đinh Trịnh Mai Lâm',
    syllables:
      'an bach cao chu dao gia ha khuc la luong mac ngh on phung quach ta thai tieu tong trieu tu vuong xa',
    cities: 'Hanoi Hue Danang Saigon Cantho Haiphong Vinh Dalat',
    street: (name: string, n: number) => `${n} Đường ${name}`,
  },
] as const;
