"""A made file of FEVER pages: number of pages, path."""
import json, random, sys
n, path = int(sys.argv[1]), sys.argv[2]
r = random.Random(1)
words = [f"{a}{b}" for a in ("ba","ro","mi","ten","la","sor","ki","ne","da","vul") for b in ("n","ma","ter","lo","d","ris","","c","ven","s")]
with open(path,"w",encoding="utf-8") as f:
    for i in range(n):
        lines=[]
        count=min(1+int(r.expovariate(1/4.0)),40)
        for k in range(count):
            s=r.choices(words,k=r.randint(10,34)); 
            links=[]
            for _ in range(r.choice((0,1,1,2,3))):
                at=r.randrange(len(s)-2); 
                links.append((at, " ".join(s[at:at+2])))
            if r.random()<.15: s[3:3]=["-LRB-","born","1","May",str(1900+i%100),"-RRB-"]; links=[]
            links.sort()
            seen=set(); tail=[]
            for at,a in links:
                if a in seen: continue
                seen.add(a); tail+= [a, a.title() if r.random()<.5 else f"Page {r.randrange(n)} (film)"]
            lines.append("\t".join([str(k)," ".join([*s,"."]),*tail]))
            if r.random()<.2: pass
        lines.append(f"{count}\t")
        sents=[l.split("\t")[1] for l in lines]
        name=f"Page_{i}" + ("_-LRB-film-RRB-" if i%5==0 else "") + ("_é" if i%50==0 else "")
        f.write(json.dumps({"id":name,"text":" ".join(sents),"lines":"\n".join(lines)},ensure_ascii=False)+"\n")
