"""Names of people that must pass the lists of words, and names that must not, each as somebody would write it."""

WELCOME = """
Cassandra, Hancock, Essex, Assunta, Nigel, Fukuda, Kuntal, Scunthorpe, Dick van Dyke, Dick Cheney, Dickens, Moby Dick
Hitchcock, Alcock, Babcock, Peacock, Woodcock, Sussex, Middlesex, Cockburn, Shitij, Shital, Harshit, Akshit, Takeshita
Yoshita, Shi-Ting, Shi Tao, Shiting Wang, Fuchs, Fucini, Fukuyama, Fagan, Fagin, Fagotto, Fabio, Niger, Nigeria, Niggard
Snigger, Virginia, Regina, Vaughn, Bassett, Grass, Glass, Cass Elliot, Picasso, Tess, Chinky Pa, Chinua, Chin K., Spica
Spicer, Kike, Kike Torres, Enrique, Paki Afu, Dyke, Van Dijk, Pedro, Pedoussaut, Rapunzel, Grape, Analía, Ana L., Ana Lisa
Cumming, Cumberland, Benicio, Titus, Titsworth, Titi, Tatiana, Whoopi, Whorton, Slutskaya, Slater, Sluijs, Wankel, Wankerl
Putin, Putu, Putnam, Pu Tao, Reputa, Deputado, Computa, Disputa, Amputada, Puttick, Pola, Polla, Barbara Polla, Paola Polo
Culotta, Culkin, Calculo, Ridiculo, Óscar Culebra, Cabrera, Cabrini, Cono, Con O'Neill, Follett, Follador, Tetsuo, Mariconda
Marica, Maricarmen, Maricruz, Negrín, Negro, Alba Negra, Moro, Aldo Moro, Judit, Judith, Gitana, Pendleton, Verga, Verónica
Giovanni Verga, Cazzola, Cazzaniga, Cazzato, Troia, Bocchino, Cagnotto, Finocchiaro, Figaro, Ficarra, Merdith, Mincho, Frocione
Puttini, Stronzini, Terronez, Terry One, Zoccoli, Coglianese, Scopelliti, Diodato, Dio, Ronnie James Dio, Porcu, Porcari
Pompei, Pompidou, Żydek, Pedalini, Cwelina, Ciotka, Szmatka, Hujar, Kurwin, Kurosawa, Chujiro, Su-Chu J., Cipa, Carlos Cipa
Kutas, Kutasi, Kutz, Kut, Dupasquier, Dupont, Sukarno, Suki, Suka, Jebediah, Zjebek, Pizarro, Pierre Dolny, Rucharz, Gowin
Hoerner, Hoera, Höhr, Hoersch, Slettebak, Jaap, Siep, Pik, Lul, Negerman, Mongolia, Kankaanpää, Teefey, Neukirch
Neuköllner, Klotz, Klootwijk, Schijf, Catering, Homer, Flick, Flikkema, Terings, Kutuzov, Heil, Heli, Heli88, Heiland, Sieg
Siegfried, Siegheide, Sigrid, Heather, Jeremy Heil, Adolfo, Adolf, Rudolf, Göring, Eichmann, Goebel, Nazlı88, Naznin, Ignazio
Anna 88, Max88, Jan 14, Tom 1988, Rose 148, Isis, Gasol, Gaston, Himmel, Aryan, Auschra, Reich, Blutner
Анна, Хуан, Сосо, Раса, Ρούλα, Μαρία, Пьер Дол, Никита, 李小龙, 王石, さくら, 木下真, 김철수, अर्जुन, नेहा शर्मा, محمد, יוסי, தமிழ்
"""

UNWELCOME = """
nigger, N1gger, n1gg3r, Niiigger, Niggger, N_i_g_g_e_r, n i g g e r, nlgger, NlGGER, Nìggér, Ni-gger, nigga, N1gga, Nigg4
Sandnigger, xX Nigger Xx, faggot, F4ggot, Fagg0t, Fággöt, f_a_g_g_o_t, Faaaggot, Faggots, fag, f4g, F A G, MrFag, tranny
Tr4nny, Trannies, wetback, W3tback, raghead, R4gh3ad, gook, G00k, kikes, K1kes, Кікеѕ, spic, Sp1c, chink, Ch1nk, retard
R3tard, Retárd, Ret-ard, retarded, whore, Wh0re, W_h_o_r_e, whoooore, slut, S1ut, Slüt, sluts, cunt, CuNt, C_u_n_t, Cvnt, Çünt
fuck, Fuuuck, Fvck You, f u c k, F_U_C_K, FuckYou, Motherfucker, M0therfucker, Fück, 5hit, sh1t, ShiiitHead, shithead
Bitch, b1tch, Biiitch, B-itch, asshole, 4sshole, Assh0le, A55hole, pussy, Pu55y, penis, P3nis, Peniiis, rapist, R4pist, pedo
P3do, Dickhead, D1ckhead, Dick Head, Big Dick, BigDick, Blowjob, Bl0wj0b, Kill Yourself, KillYourself, kys, KYS
maricón, Maricon, Mar1con, Maric0nes, m_a_r_i_c_o_n, Sudaca, Sud4ca, Negrata, puta, Put4, P_u_t_a, Puuuta, puta69, Pùtá, Ρυτα
SuperPuta, Hijo de Puta, HijoDePuta, H1jo de put4, hijoputa, Cabrón, C4bron, Cabrooon, gilipollas, G1lip0llas, mierda
M1erda, Mierdaaa, Moro de mierda, Pendejo, P3ndejo, comepollas, Bollera, Subnormal, Culo, Cul0, Mamahuevo, Conchatumadre
frocio, Fr0cio, Frocìo, Ricchione, R1cchione, terrone, T3rrone, cazzo, C4zzo, Cazzzo, c_a_z_z_o, CazzoDuro, stronzo, Str0nzo
Stronzzzo, Vaffanculo, V4ffanculo, Vaffa-n-culo, Coglione, C0glione, puttana, Putt4na, Figlio di Troia, FiglioDiPuttana
Negro di merda, Sporco Ebreo, Porco Dio, P0rc0 D10, Dio Cane, Minchia, M1nchia, Culattone, Boia chi molla, Viva il Duce
kurwa, Kurw4, Kuuurwa, k_u_r_w_a, Kúrwą, chuj, Chuuuj, huj, jebać, Jebac, J3bac, Pierdol się, P1erdol, Pierdole, Skurwysyn
Skurwy5yn, spierdalaj, Sp1erdalaj, ciota, C1ota, dziwka, Dz1wka, Czarnuch, Ćwel, Cw3l, pizda, P1zda, Zabij się, Żydzi do gazu
hoer, H0er, Hoeren, Hoerenjong, H0erenj0ng, slet, Sl3t, Nikker, N1kker, flikker, Fl1kker, kanker, K4nker, Kankerlijer
Kankerjood, Kaaanker, klootzak, Kl00tzak, Klootzzzak, Geitenneuker, neuken, Kutmarokkaan, KutMarokkaan, Spleetoog, Tyfuslijer
Heil Hitler, HeilHitler, H3il H1tl3r, Heil-Hitler, Sieg Heil, SiegHeil, S1eg H31l, Sieeeg Heil, Хайль Гитлер, Зиг Хайль
Anna1488, Max 14 88, 14-88 Max, Gas the Jews, GasTheJews, G4s the J3ws, Juden raus, JudenRaus, White Power, WhiteP0wer
Ku Klux Klan, Auschwitz, Ausch-witz, Gestapo, Rahowa, Neonazi, Hitler was right, Heinrich Himmler, Waffen SS, hh88
"""


def names_in(text: str) -> list[str]:
    """Return the names of one of these lists."""
    return [name for line in text.strip().splitlines() for name in line.split(", ")]
